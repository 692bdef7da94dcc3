// SPDX-License-Identifier: MIT
// ripple: computes a picture of water and presents it in a window; it draws nothing.
#include "samples/ripple/picture.h"
#include "samples/ripple/window.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace wb;

struct Options {
    uint32_t width = 320, height = 240;
    uint64_t frames = UINT64_MAX, still_after = UINT64_MAX;
    bool record_once = false;
    bool without_graphics = false;
};

constexpr const char* kUsage =
    "usage: ripple [--size WIDTHxHEIGHT] [--frames N] [--still-after N] [--record-once] [--compute-queue]\n"
    "  --frames N       ends after N frames\n"
    "  --still-after N  computes the same picture again and again from frame N on\n"
    "  --record-once    records each image's commands once and submits them again and again\n"
    "  --compute-queue  computes and presents on a queue that cannot draw\n";

Result<Options> parse(int argc, char** argv) {
    Options out;
    for (int i = 1; i < argc; ++i) {
        const char* value = i + 1 < argc ? argv[i + 1] : "";
        char more = 0;
        if (!std::strcmp(argv[i], "--record-once"))
            out.record_once = true;
        else if (!std::strcmp(argv[i], "--compute-queue"))
            out.without_graphics = true;
        else if (!std::strcmp(argv[i], "--size") &&
                 std::sscanf(value, "%ux%u%c", &out.width, &out.height, &more) == 2 && out.width >= 16 &&
                 out.height >= 16 && out.width <= 4096 && out.height <= 4096)
            ++i;
        else if (unsigned long long frames = 0;
                 (!std::strcmp(argv[i], "--frames") || !std::strcmp(argv[i], "--still-after")) &&
                 std::sscanf(value, "%llu%c", &frames, &more) == 1)
            (argv[i][2] == 'f' ? out.frames : out.still_after) = frames, ++i;
        else
            return fail(std::string(argv[i]) + " " + value + " is not understood\n" + kUsage);
    }
    return out;
}

class Ripple {
public:
    Status run(const Options& options) {
        auto window = ripple::Window::open(options.width, options.height);
        if (!window) return std::unexpected(window.error());
        headless::DeviceOptions wanted;
        wanted.application = "ripple";
        wanted.without_graphics = options.without_graphics;
        wanted.instance_extensions = (*window)->instance_extensions();
        wanted.device_extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
        auto device = headless::Device::create(wanted);
        if (!device) return std::unexpected(device.error());
        Status ok = show(options, **window, **device);
        (*window)->close();
        return ok;
    }

private:
    Status show(const Options& options, ripple::Window& window, headless::Device& device) {
        if (Status ok = window.present_with(device); !ok) return ok;
        auto picture = ripple::Picture::make(device, options.width, options.height);
        if (!picture) return std::unexpected(picture.error());
        for (uint64_t frame = 0; frame < options.frames && window.is_open(); ++frame)
            if (Status ok = show_frame(options, window, device, *picture, frame < options.still_after); !ok)
                return ok;
        return {};
    }

    Status show_frame(const Options& options, ripple::Window& window, headless::Device& device,
                      ripple::Picture& picture, bool moves) {
        auto image = window.acquire();
        if (!image) return std::unexpected(image.error());
        if (window.generation() != generation_) recorded_.assign(window.images().size(), false);
        generation_ = window.generation();
        while (commands_.size() <= *image) {
            auto made = headless::Commands::begin(device, "frame");
            if (!made) return std::unexpected(made.error());
            if (Status ok = made->end(); !ok) return ok;
            commands_.push_back(std::move(*made));
        }
        headless::Commands& commands = commands_[*image];
        if (!recorded_[*image] || !options.record_once) {
            if (Status ok = commands.begin_again(); !ok) return ok;
            picture.record(commands, window.images()[*image], window.extent());
            if (Status ok = commands.end(); !ok) return ok;
            recorded_[*image] = true;
        }
        if (moves || !ticked_) picture.tick();
        ticked_ = true;
        if (Status ok = commands.submit_and_wait(window.acquired(), window.done(*image)); !ok) return ok;
        return window.present(*image);
    }

    std::vector<headless::Commands> commands_; ///< by image
    std::vector<bool> recorded_;
    uint32_t generation_ = 0;
    bool ticked_ = false;
};

} // namespace

int main(int argc, char** argv) {
    auto options = parse(argc, argv);
    if (!options) {
        std::fprintf(stderr, "ripple: %s", options.error().message.c_str());
        return 2;
    }
    if (Status ok = Ripple().run(*options); !ok) {
        std::fprintf(stderr, "ripple: %s\n", ok.error().message.c_str());
        return 1;
    }
    return 0;
}
