/* SPDX-License-Identifier: MIT */
/*
 * Slots of debug variants in ACO. p_wb_slot has as operand 0 the index of its entry in SlotTable::slots, then the values that
 * are alive there, all in one instruction so that nothing comes between a value and its slot. It becomes one s_nop.
 * p_wb_copy is a p_parallelcopy that no pass looks through.
 *
 * A value may be changed by whoever stops at the slot, where the register that holds it is the only copy that the code after
 * it reads. That is so for the result of a p_wb_copy and for phis of such results, unless a spilled value was reloaded: then
 * its spill slot is another copy.
 */
#ifndef ACO_WB_SLOT_H
#define ACO_WB_SLOT_H

#include "aco_ir.h"

#include "nir.h"

#include <functional>
#include <map>
#include <vector>


namespace aco {

struct isel_context;

/* Where one component of a source is while the program is compiled. */
struct SlotValue {
   enum Kind : uint8_t { undefined, constant, operand, spill_id, spill_scratch, spill_lane };
   uint32_t source;
   uint8_t component;
   Kind kind;
   bool boolean;
   bool writable;
   uint32_t index;    /* operand: which; spill_id: the id; spill_scratch: bytes; spill_lane: the operand with the VGPR */
   uint64_t constant_value; /* constant: the value; spill_lane: the lane */
   PhysReg reg;       /* operand, spill_lane: once assembled */
};

struct SlotEntry {
   uint32_t slot;
   uint32_t offset = UINT32_MAX; /* words, once assembled */
   std::vector<SlotValue> values;
};

/* A value and the temporary that holds it, if one does. */
struct CollectedValue {
   SlotValue value;
   Temp temp;
};

struct SlotTable {
   wb_builder* builder;
   std::vector<SlotEntry> slots;
   std::vector<CollectedValue> pending;                       /* of the next slot */
   std::map<uint32_t, std::vector<CollectedValue>> groups;    /* by frame */
   std::vector<uint32_t> operand_of;                          /* by temporary: operand of the slot stamped, while one is made */
   std::vector<uint32_t> stamp;
};

/* Instruction selection. */
void wb_begin_program(isel_context* ctx);
void wb_visit_intrinsic(isel_context* ctx, nir_intrinsic_instr* instr);
/* Whether a vector is made for slots only, which read its components where they are. */
bool wb_only_for_slots(nir_alu_instr* instr);

/* Spilling: operand `index` of a slot has been spilled and is not reloaded: its place becomes spill id `spill_id`. */
void wb_operand_spilled(Program* program, Instruction* slot, unsigned index, uint32_t spill_id);
/* Operand `index` has been spilled and is made anew by `maker`, a copy of constants, where it is needed. */
void wb_operand_rematerialized(Program* program, Instruction* slot, unsigned index, const Instruction* maker);
/* Spill ids of a slot get their place. assign(id, value) fills in kind, index and constant_value, and returns the VGPR of a
 * spilled SGPR. */
void wb_assign_spill_slots(Program* program, aco_ptr<Instruction>& slot,
                           const std::function<Temp(uint32_t id, SlotValue& value)>& assign);
/* Operand `index` is a copy of a value that also has a spill slot. */
void wb_operand_reloaded(Program* program, Instruction* slot, unsigned index);

/* Assembly: the slot is emitted as word `offset`; later `count` words are inserted before word `before`. */
void wb_assemble_slot(Program* program, Instruction* slot, uint32_t offset);
void wb_code_inserted(Program* program, uint32_t before, uint32_t count);
/* All code has its place: hands slots, registers and the program's sizes to the builder. */
void wb_finish_program(Program* program, unsigned exec_size);

} // namespace aco

#endif
