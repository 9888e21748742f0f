# The cards under models/, as text inside the library: one C++ file with all of them, made again
# when one changes.
file(GLOB card_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/models/*.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${card_files})
set(DALA_CARD_TEXTS "")
foreach(card_file IN LISTS card_files)
  file(READ ${card_file} text)
  string(APPEND DALA_CARD_TEXTS "      R\"card(${text})card\",\n")
endforeach()
set(DALA_CARD_TEXTS_FILE ${CMAKE_BINARY_DIR}/generated/card_texts.cpp)
configure_file(${CMAKE_SOURCE_DIR}/cmake/card_texts.cpp.in ${DALA_CARD_TEXTS_FILE} @ONLY)
