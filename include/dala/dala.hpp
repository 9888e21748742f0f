// All of Dala in one include.
#pragma once

#include <dala/buffer.hpp>
#include <dala/catalog.hpp>
#include <dala/command.hpp>
#include <dala/compute.hpp>
#include <dala/device.hpp>
#include <dala/dtype.hpp>
#include <dala/error.hpp>
#include <dala/explain.hpp>
#include <dala/kernel.hpp>
#include <dala/kernel_compiler.hpp>
#include <dala/media.hpp>
#include <dala/media_convert.hpp>
#include <dala/media_pipeline.hpp>
#include <dala/media_still.hpp>
#include <dala/ml.hpp>
#include <dala/ml_card.hpp>
#include <dala/ml_store.hpp>
#include <dala/ml_tasks.hpp>
#include <dala/params.hpp>
#include <dala/pipeline.hpp>
#include <dala/scene.hpp>
#include <dala/shape.hpp>
#include <dala/surface.hpp>
#include <dala/surface_record.hpp>
