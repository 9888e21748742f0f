// EXIF, which is a TIFF file without a picture: the bytes after "Exif\0\0" in a JPEG.
#pragma once

#include <span>

#include <dala/media/still.hpp>

namespace dala::media {

// The orientation, 1 to 8; 1 where there is none.
[[nodiscard]] int exif_orientation(std::span<const std::byte> tiff);

// Says orientation 1, and blanks the thumbnail: it shows the picture as it was before.
void renew_exif(std::span<std::byte> tiff);

// The picture as it is to be looked at.
[[nodiscard]] Picture oriented(Picture picture, int orientation);
// The same into memory that is used again.
void orient(const Picture& picture, int orientation, Picture& out);

// Stores the EXIF bytes in the still and rotates the picture as they say.
void take_exif(Still& still, std::span<const std::byte> tiff);
// Stores a colour profile if it is one for RGB; else notes that it was dropped.
void take_icc(Still& still, std::span<const std::byte> profile);

}  // namespace dala::media
