/* SPDX-License-Identifier: MIT */
#include "aco_wb_slot.h"

#include "nir/wb_nir.h"

#include <algorithm>

namespace aco {

namespace {

/* The values of a SlotTable entry that operand `index` stands for. */
template <typename F>
void
for_operand(Program* program, Instruction* slot, unsigned index, F&& f)
{
   for (SlotValue& value : program->wb->slots[slot->operands[0].constantValue()].values) {
      if (value.kind == SlotValue::operand && value.index == index)
         f(value);
   }
}

wb_location
locate(const Program* program, const SlotValue& value)
{
   wb_location where = {};
   where.flags = value.writable ? WB_LOC_WRITABLE : 0;
   switch (value.kind) {
   case SlotValue::undefined: where.kind = WB_LOC_UNDEFINED; break;
   case SlotValue::constant:
      where.kind = WB_LOC_CONSTANT;
      where.constant = value.constant_value;
      break;
   case SlotValue::spill_scratch:
      where.kind = WB_LOC_SPILL_SCRATCH;
      where.reg = value.index;
      break;
   case SlotValue::spill_lane:
      where.kind = WB_LOC_SPILL_LANE;
      where.reg = value.reg.reg() - 256;
      where.lane = value.constant_value;
      break;
   default:
      if (value.boolean) {
         where.kind = WB_LOC_LANE_MASK;
         where.reg = value.reg.reg();
      } else {
         bool vgpr = value.reg.reg() >= 256;
         where.kind = vgpr ? WB_LOC_VGPR : WB_LOC_SGPR;
         where.reg = value.reg.reg() - (vgpr ? 256 : 0);
         where.byte = value.reg.byte();
      }
      break;
   }
   if (where.kind == WB_LOC_UNDEFINED || where.kind == WB_LOC_CONSTANT)
      where.flags = 0;
   return where;
}

} // namespace

void
wb_operand_spilled(Program* program, Instruction* slot, unsigned index, uint32_t spill_id)
{
   for_operand(program, slot, index,
               [&](SlotValue& value)
               {
                  value.kind = SlotValue::spill_id;
                  value.index = spill_id;
               });
   slot->operands[index] = Operand::c32(0);
}

void
wb_operand_rematerialized(Program* program, Instruction* slot, unsigned index, const Instruction* maker)
{
   uint64_t bits = 0;
   unsigned shift = 0;
   for (const Operand& op : maker->operands) {
      bits |= op.isUndefined() || shift >= 64 ? 0 : op.constantValue64() << shift;
      shift += op.bytes() * 8;
   }
   for_operand(program, slot, index,
               [&](SlotValue& value)
               {
                  value.kind = SlotValue::constant;
                  value.constant_value = value.boolean ? bits & 1 : bits;
               });
   slot->operands[index] = Operand::c32(0);
}

void
wb_assign_spill_slots(Program* program, aco_ptr<Instruction>& slot,
                      const std::function<Temp(uint32_t id, SlotValue& value)>& assign)
{
   std::vector<Temp> added;
   unsigned first = slot->operands.size();
   for (SlotValue& value : program->wb->slots[slot->operands[0].constantValue()].values) {
      if (value.kind != SlotValue::spill_id)
         continue;
      Temp vgpr = assign(value.index, value);
      if (value.kind != SlotValue::spill_lane)
         continue;
      auto found = std::find(added.begin(), added.end(), vgpr);
      value.index = first + (found - added.begin());
      if (found == added.end())
         added.push_back(vgpr);
   }
   if (added.empty())
      return;

   aco_ptr<Instruction> longer{create_instruction(slot->opcode, slot->format, first + added.size(), 0)};
   std::copy(slot->operands.begin(), slot->operands.end(), longer->operands.begin());
   for (unsigned i = 0; i < added.size(); i++)
      longer->operands[first + i] = Operand(added[i]);
   slot = std::move(longer);
}

void
wb_operand_reloaded(Program* program, Instruction* slot, unsigned index)
{
   for_operand(program, slot, index, [](SlotValue& value) { value.writable = false; });
}

void
wb_assemble_slot(Program* program, Instruction* slot, uint32_t offset)
{
   SlotEntry& entry = program->wb->slots[slot->operands[0].constantValue()];
   /* Long branches assemble part of a block a second time to measure it. */
   if (entry.offset != UINT32_MAX)
      return;

   entry.offset = offset;
   for (SlotValue& value : entry.values) {
      if (value.kind != SlotValue::operand && value.kind != SlotValue::spill_lane)
         continue;
      const Operand& op = slot->operands[value.index];
      if (op.isConstant()) {
         value.kind = SlotValue::constant;
         value.constant_value = value.boolean ? op.constantValue64() & 1 : op.constantValue64();
      } else if (op.isUndefined()) {
         value.kind = SlotValue::undefined;
      } else {
         value.reg = op.physReg();
      }
   }
}

void
wb_code_inserted(Program* program, uint32_t before, uint32_t count)
{
   if (!program->wb)
      return;
   for (SlotEntry& entry : program->wb->slots) {
      if (entry.offset != UINT32_MAX && entry.offset >= before)
         entry.offset += count;
   }
}

void
wb_finish_program(Program* program, unsigned exec_size)
{
   if (!program->wb)
      return;

   wb_builder* builder = program->wb->builder;
   for (const SlotEntry& entry : program->wb->slots) {
      if (entry.offset == UINT32_MAX)
         continue; /* in code that ACO found to be unreachable */
      wb_emit_slot(builder, entry.slot, entry.offset * 4);
      for (const SlotValue& value : entry.values) {
         assert(value.kind != SlotValue::spill_id);
         wb_location where = locate(program, value);
         wb_emit_value(builder, value.source, value.component, &where);
      }
   }

   builder->wave_size = program->wave_size;
   builder->code_size = exec_size;
   builder->sgprs = program->config->num_sgprs;
   builder->vgprs = program->config->num_vgprs;
   builder->lds_size = program->config->lds_size * program->dev.lds_encoding_granule;
   builder->scratch_bytes_per_lane = program->config->scratch_bytes_per_wave / program->wave_size;
}

} // namespace aco
