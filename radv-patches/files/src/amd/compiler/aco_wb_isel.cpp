/* SPDX-License-Identifier: MIT */
/* Instruction selection for slots. */
#include "aco_wb_slot.h"

#include "aco_builder.h"
#include "aco_instruction_selection.h"

#include "nir/wb_nir.h"

namespace aco {

namespace {

Temp
temp_of(isel_context* ctx, const nir_def* def)
{
   uint32_t id = ctx->first_temp_id + def->index;
   return Temp(id, ctx->program->temp_rc[id]);
}

/* One component of a vector that is not made of scalars. */
Temp
extract(isel_context* ctx, Temp vector, unsigned component, unsigned bit_size)
{
   unsigned bytes = bit_size / 8;
   if (vector.bytes() == bytes)
      return vector;
   auto parts = ctx->allocated_vec.find(vector.id());
   if (parts != ctx->allocated_vec.end() && parts->second[component].bytes() == bytes)
      return parts->second[component];
   if (vector.type() == RegType::sgpr && bytes < 4)
      return Temp();
   Builder bld(ctx->program, ctx->block);
   return bld.pseudo(aco_opcode::p_extract_vector, bld.def(RegClass::get(vector.type(), bytes)), vector,
                     Operand::c32(component));
}

/* Finds where component `component` of `def` comes from. */
CollectedValue
collect(isel_context* ctx, nir_def* def, unsigned component)
{
   CollectedValue found = {};
   nir_scalar scalar = nir_scalar_chase_movs(nir_get_scalar(def, component));
   found.value.boolean = scalar.def->bit_size == 1;
   if (nir_scalar_is_const(scalar)) {
      found.value.kind = SlotValue::constant;
      found.value.constant_value = nir_scalar_as_uint(scalar);
      return found;
   }
   if (nir_scalar_is_undef(scalar)) {
      found.value.kind = SlotValue::undefined;
      return found;
   }
   found.value.kind = SlotValue::operand;
   found.value.writable = true;
   found.temp = scalar.def->num_components == 1
                   ? temp_of(ctx, scalar.def)
                   : extract(ctx, temp_of(ctx, scalar.def), scalar.comp, scalar.def->bit_size);
   if (!found.temp.id())
      found.value.kind = SlotValue::undefined;
   return found;
}

void
visit_values(isel_context* ctx, nir_intrinsic_instr* instr)
{
   SlotTable& table = *ctx->program->wb;
   uint32_t range = nir_intrinsic_range(instr);
   std::vector<CollectedValue>& into =
      wb_values_group(range) == WB_NO_GROUP ? table.pending : table.groups[wb_values_group(range)];
   for (unsigned i = 0; i < wb_values_count(range); i++) {
      nir_def* def = instr->src[i].ssa;
      for (unsigned c = 0; c < def->num_components; c++) {
         CollectedValue found = collect(ctx, def, c);
         found.value.source = nir_intrinsic_base(instr) + i;
         found.value.component = c;
         into.push_back(found);
      }
   }
}

/* Adds values to the entry and each temporary once to the operands. */
void
add_values(SlotTable& table, SlotEntry& entry, std::vector<Temp>& operands, const std::vector<CollectedValue>& values)
{
   for (const CollectedValue& found : values) {
      SlotValue value = found.value;
      if (value.kind == SlotValue::operand) {
         uint32_t id = found.temp.id();
         uint32_t mark = table.slots.size();
         if (id >= table.stamp.size()) {
            table.stamp.resize(id + 1024, UINT32_MAX);
            table.operand_of.resize(id + 1024);
         }
         if (table.stamp[id] != mark) {
            table.stamp[id] = mark;
            operands.push_back(found.temp);
            table.operand_of[id] = operands.size();
         }
         value.index = table.operand_of[id];
      }
      entry.values.push_back(value);
   }
}

void
emit_slot(isel_context* ctx, uint32_t slot)
{
   SlotTable& table = *ctx->program->wb;
   SlotEntry entry;
   entry.slot = slot;
   std::vector<Temp> operands;
   add_values(table, entry, operands, table.pending);
   table.pending.clear();
   const struct wb_slot* at = wb_at(table.builder->slots, struct wb_slot, slot);
   /* Nothing needs to live on to the end of the wave. */
   for (uint32_t frame = at->flags & WB_SLOT_EXIT ? WB_NONE : at->frame; frame != WB_NONE;
        frame = wb_at(table.builder->frames, struct wb_frame, frame)->parent) {
      auto group = table.groups.find(frame);
      if (group != table.groups.end())
         add_values(table, entry, operands, group->second);
   }

   aco_ptr<Instruction> instr{create_instruction(aco_opcode::p_wb_slot, Format::PSEUDO, 1 + operands.size(), 0)};
   instr->operands[0] = Operand::c32(table.slots.size());
   for (unsigned i = 0; i < operands.size(); i++)
      instr->operands[1 + i] = Operand(operands[i]);
   auto where = slot == 0 ? ctx->block->instructions.begin() + 1 : ctx->block->instructions.end();
   ctx->block->instructions.insert(where, std::move(instr));
   table.slots.push_back(std::move(entry));
}

} // namespace

void
wb_begin_program(isel_context* ctx)
{
   wb_builder* builder = ctx->shader ? ctx->shader->wavebreak : nullptr;
   if (!builder || wb_count(builder->slots, struct wb_slot) == 0)
      return;
   ctx->program->wb = std::make_shared<SlotTable>();
   ctx->program->wb->builder = builder;
   for (unsigned i = 0; i < 3 && gl_shader_stage_uses_workgroup(ctx->shader->info.stage); i++)
      builder->workgroup_size[i] = ctx->shader->info.workgroup_size[i];
   emit_slot(ctx, 0);
}

void
wb_visit_intrinsic(isel_context* ctx, nir_intrinsic_instr* instr)
{
   switch (instr->intrinsic) {
   case nir_intrinsic_wb_values:
      if (ctx->program->wb)
         visit_values(ctx, instr);
      break;
   case nir_intrinsic_wb_slot:
      if (ctx->program->wb)
         emit_slot(ctx, nir_intrinsic_base(instr));
      break;
   case nir_intrinsic_wb_def: {
      Temp dst = temp_of(ctx, &instr->def);
      Temp src = temp_of(ctx, instr->src[0].ssa);
      Builder bld(ctx->program, ctx->block);
      if (dst.bytes() < src.bytes()) /* an SGPR has 32 bits whatever the value has */
         src = bld.pseudo(aco_opcode::p_extract_vector, bld.def(dst.regClass()),
                          bld.copy(bld.def(RegType::vgpr, src.size()), src), Operand::zero());
      bld.pseudo(aco_opcode::p_wb_copy, Definition(dst), src);
      break;
   }
   default: unreachable("not an intrinsic of debug variants");
   }
}

bool
wb_only_for_slots(nir_alu_instr* instr)
{
   if (nir_def_is_unused(&instr->def))
      return false;
   nir_foreach_use_including_if (use, &instr->def) {
      if (nir_src_is_if(use))
         return false;
      nir_instr* user = nir_src_parent_instr(use);
      if (user->type != nir_instr_type_intrinsic ||
          nir_instr_as_intrinsic(user)->intrinsic != nir_intrinsic_wb_values)
         return false;
   }
   return true;
}

} // namespace aco
