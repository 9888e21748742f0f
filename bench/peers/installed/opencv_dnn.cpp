#include "peers/networks.hpp"

#ifdef DALA_HAS_OPENCV_DNN
#include <memory>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

#include "peers/installed/opencv_model.hpp"
#endif

namespace dala::bench {

#ifdef DALA_HAS_OPENCV_DNN

NetworkPeer opencv_network(const std::string& file, std::span<const int> dims, const float* input,
                           unsigned threads) {
  struct Network {
    cv::dnn::Net net;
    cv::Mat input;
    std::vector<cv::String> names;
    std::vector<cv::Mat> outputs;
  };
  cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  const std::string model = model_for_opencv(file);
  auto network = std::make_shared<Network>();
  try {
    network->net = cv::dnn::readNetFromONNX(model.data(), model.size());
    // OpenCV takes no constant data, and does not write to it.
    network->input =
        cv::Mat(static_cast<int>(dims.size()), dims.data(), CV_32F,
                const_cast<float*>(input));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    network->names = network->net.getUnconnectedOutLayersNames();
  } catch (const cv::Exception& problem) {
    return {.name = "OpenCV DNN", .problem = problem.err};
  }
  return {.name = "OpenCV DNN",
          .run =
              [network, threads] {
                cv::setNumThreads(static_cast<int>(threads));
                network->net.setInput(network->input);
                network->net.forward(network->outputs, network->names);
              },
          .outputs =
              [network] {
                std::vector<std::vector<float>> all;
                for (const cv::Mat& output : network->outputs) {
                  const auto* data = output.ptr<float>();
                  all.emplace_back(data, data + output.total());
                }
                return all;
              }};
}

#else

NetworkPeer opencv_network(const std::string& /*file*/, std::span<const int> /*dims*/,
                           const float* /*input*/, unsigned /*threads*/) {
  return {};
}

#endif

}  // namespace dala::bench
