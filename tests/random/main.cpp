// SPDX-License-Identifier: MIT
// random_shaders: runs random shaders on lavapipe and on the simulated GPU and compares what they write.
#include "tests/random/generate.h"
#include "tests/random/harness.h"
#include "tests/random/shrink.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace {

using namespace wb;
using namespace wb::random_shader;

const char kUsage[] =
    "usage: random_shaders --tools COMPARE_DEVICES RUN_CORPUS ENV --folder DIR [OPTION ...]\n"
    "       random_shaders --print SEED\n"
    "Makes shaders from seeds, runs each on lavapipe and on the simulated GPU, compares, and shrinks those "
    "that\n"
    "differ. Their files are left in DIR. Exit status: 0 when none differs, 1 when some do, 2 for misuse.\n"
    "  --seed N     the first seed (default 1); each shader has the next one\n"
    "  --count N    how many shaders (default 16)\n"
    "  --minutes N  ... or for how long\n"
    "  --shrink N   at most N attempts to make a shader that differs smaller (default 150)\n";

struct Options {
    Tools tools;
    uint64_t seed = 1, count = 16, minutes = 0, print = 0;
    unsigned shrink = 150;
};

/// The ways in which the simulated GPU compiles and runs the shaders, a batch of each in turn.
const std::vector<std::string> kWays[] = {
    {"--subgroup-size", "64"},
    {"--subgroup-size", "32"},
    {"--subgroup-size", "64", "--no-optimization"},
    {"--subgroup-size", "32", "--seed", "11"},
    {"--subgroup-size", "64", "--deferred"},
};
constexpr size_t kBatch = 2;

bool parse(int count, char** arguments, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        const int values = name == "--tools" ? 3 : 1;
        if (i + values >= count) return false;
        const auto number = [&] { return std::strtoull(arguments[i + 1], nullptr, 0); };
        if (name == "--tools")
            options.tools = {arguments[i + 1], arguments[i + 2], arguments[i + 3], options.tools.folder};
        else if (name == "--folder")
            options.tools.folder = arguments[i + 1];
        else if (name == "--seed")
            options.seed = number();
        else if (name == "--count")
            options.count = number();
        else if (name == "--minutes")
            options.minutes = number();
        else if (name == "--shrink")
            options.shrink = unsigned(number());
        else if (name == "--print")
            options.print = number();
        else
            return false;
        i += values;
    }
    return options.print || (!options.tools.folder.empty() && !options.tools.env.empty());
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// Shrinks a program that failed with `verdict`, and shows it.
Status report(const Options& options, const Program& program, const Outcome& outcome,
              const std::vector<std::string>& way) {
    std::printf("seed %llu, %s: %s\n%s", (unsigned long long)program.seed, joined(way).c_str(),
                name_of(outcome.verdict), outcome.what.c_str());
    std::fflush(stdout);
    if (outcome.verdict == Verdict::Invalid) return {};
    Tools tools = options.tools;
    tools.folder += "/shrinking";
    std::filesystem::create_directories(tools.folder);
    Status broken;
    const auto fails = [&](const Program& candidate) {
        if (!broken) return false;
        const auto outcomes = run_on_both(tools, {candidate}, way);
        if (!outcomes) broken = std::unexpected(outcomes.error());
        return outcomes && outcomes->front().verdict == outcome.verdict;
    };
    const std::string text = print(shrink(program, fails, options.shrink));
    if (!broken) return broken;
    const std::string path = options.tools.folder + "/shrunk" + std::to_string(program.seed) + ".comp";
    std::ofstream(path) << text;
    const size_t functions = text.find("fold(bool x)"), main = text.find("void main()");
    std::printf("shrunk to %s (attempts: at most %u), its end:\n%s", path.c_str(), options.shrink,
                text.substr(main == std::string::npos ? functions : main).c_str());
    std::fflush(stdout);
    return {};
}

/// Removes the files of shaders that did not differ.
void tidy(const Options& options, const Program& program) {
    const std::string base = options.tools.folder + "/r" + std::to_string(program.seed);
    std::filesystem::remove(base + ".comp");
    std::filesystem::remove(base + ".g.spv");
}

Result<size_t> run(const Options& options) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const auto minutes = [&] {
        return std::chrono::duration<double, std::ratio<60>>(Clock::now() - start).count();
    };
    size_t done = 0, bad = 0, statements = 0;
    for (size_t batch = 0; options.minutes ? minutes() < double(options.minutes) : done < options.count;
         ++batch) {
        std::vector<Program> programs;
        while (programs.size() < kBatch && (options.minutes || done + programs.size() < options.count))
            programs.push_back(generate(options.seed + done + programs.size()));
        const auto& way = kWays[batch % std::size(kWays)];
        const auto outcomes = run_on_both(options.tools, programs, way);
        if (!outcomes) return std::unexpected(outcomes.error());
        for (size_t i = 0; i < programs.size(); ++i) {
            statements += count_statements(programs[i]);
            if ((*outcomes)[i].verdict == Verdict::Same) {
                tidy(options, programs[i]);
                continue;
            }
            ++bad;
            if (auto ok = report(options, programs[i], (*outcomes)[i], way); !ok)
                return std::unexpected(ok.error());
        }
        done += programs.size();
    }
    std::printf("%zu shaders (seeds %llu to %llu, %zu statements) in %.1f minutes: %zu differ\n", done,
                (unsigned long long)options.seed, (unsigned long long)(options.seed + done - 1), statements,
                minutes(), bad);
    return bad;
}

} // namespace

int main(int count, char** arguments) {
    Options options;
    if (!parse(count, arguments, options)) {
        std::fputs(kUsage, stderr);
        return 2;
    }
    if (options.print) {
        std::fputs(print(generate(options.print)).c_str(), stdout);
        return 0;
    }
    std::filesystem::create_directories(options.tools.folder);
    const auto bad = run(options);
    if (!bad) {
        std::fprintf(stderr, "random_shaders: %s\n", bad.error().message.c_str());
        return 1;
    }
    return *bad ? 1 : 0;
}
