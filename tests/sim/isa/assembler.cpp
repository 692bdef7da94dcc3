// SPDX-License-Identifier: MIT
#include "tests/sim/isa/assembler.h"

#include "tests/sim/isa/llvm_disassembler.h"

#include <llvm/BinaryFormat/ELF.h>
#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Triple.h>

#include <cstring>
#include <memory>
#include <stdexcept>

namespace wb::test {

namespace {

constexpr char kTriple[] = "amdgcn-amd-mesa3d";

/// The bytes of section .text of a little-endian ELF64 object.
std::vector<uint32_t> text_section(llvm::StringRef object) {
    llvm::ELF::Elf64_Ehdr header;
    std::memcpy(&header, object.data(), sizeof(header));
    const auto section = [&](unsigned index) {
        llvm::ELF::Elf64_Shdr result;
        std::memcpy(&result, object.data() + header.e_shoff + index * header.e_shentsize, sizeof(result));
        return result;
    };
    const char* names = object.data() + section(header.e_shstrndx).sh_offset;
    for (unsigned i = 0; i < header.e_shnum; ++i) {
        const auto candidate = section(i);
        if (std::strcmp(names + candidate.sh_name, ".text") != 0) continue;
        std::vector<uint32_t> words(candidate.sh_size / 4);
        std::memcpy(words.data(), object.data() + candidate.sh_offset, words.size() * 4);
        return words;
    }
    return {};
}

} // namespace

std::vector<uint32_t> assemble(std::string_view text, unsigned lanes) {
    initialize_llvm();
    std::string message;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(kTriple, message);
    if (!target) throw std::runtime_error(message);

    const llvm::MCTargetOptions options;
    const std::unique_ptr<llvm::MCRegisterInfo> registers(target->createMCRegInfo(kTriple));
    const std::unique_ptr<llvm::MCAsmInfo> info(target->createMCAsmInfo(*registers, kTriple, options));
    const std::unique_ptr<llvm::MCInstrInfo> instructions(target->createMCInstrInfo());
    const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
        target->createMCSubtargetInfo(kTriple, "gfx1100", llvm_features(lanes)));

    llvm::SourceMgr sources;
    llvm::raw_string_ostream diagnostics(message);
    sources.setDiagHandler(
        [](const llvm::SMDiagnostic& diagnostic, void* stream) {
            diagnostic.print("", *static_cast<llvm::raw_string_ostream*>(stream), false);
        },
        &diagnostics);
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text.data(), text.size())), llvm::SMLoc());
    llvm::MCContext context(llvm::Triple(kTriple), info.get(), registers.get(), subtarget.get(), &sources,
                            &options);
    const std::unique_ptr<llvm::MCObjectFileInfo> object_info(
        target->createMCObjectFileInfo(context, /*PIC=*/false));
    context.setObjectFileInfo(object_info.get());

    llvm::SmallString<4096> object;
    llvm::raw_svector_ostream object_stream(object);
    std::unique_ptr<llvm::MCAsmBackend> backend(target->createMCAsmBackend(*subtarget, *registers, options));
    std::unique_ptr<llvm::MCObjectWriter> writer = backend->createObjectWriter(object_stream);
    std::unique_ptr<llvm::MCCodeEmitter> emitter(target->createMCCodeEmitter(*instructions, context));
    const std::unique_ptr<llvm::MCStreamer> streamer(
        target->createMCObjectStreamer(llvm::Triple(kTriple), context, std::move(backend), std::move(writer),
                                       std::move(emitter), *subtarget));
    const std::unique_ptr<llvm::MCAsmParser> parser(
        llvm::createMCAsmParser(sources, context, *streamer, *info));
    const std::unique_ptr<llvm::MCTargetAsmParser> target_parser(
        target->createMCAsmParser(*subtarget, *parser, *instructions, options));
    parser->setTargetParser(*target_parser);
    if (parser->Run(/*NoInitialTextSection=*/false))
        throw std::runtime_error("cannot assemble:\n" + std::string(text) + "\n" + message);
    return text_section(object);
}

} // namespace wb::test
