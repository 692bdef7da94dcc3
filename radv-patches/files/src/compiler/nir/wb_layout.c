/* SPDX-License-Identifier: MIT */
#include "wb_nir.h"

uint32_t
wb_leaf_count(const struct glsl_type *type)
{
   if (glsl_type_is_vector_or_scalar(type))
      return glsl_get_vector_elements(type);
   if (glsl_type_is_array_or_matrix(type))
      return glsl_get_length(type) * wb_leaf_count(glsl_get_array_element(type));
   if (glsl_type_is_struct_or_ifc(type)) {
      uint32_t count = 0;
      for (unsigned i = 0; i < glsl_get_length(type); i++)
         count += wb_leaf_count(glsl_get_struct_field(type, i));
      return count;
   }
   return 1;
}

static uint32_t
add_nodes(struct wb_builder *builder, uint32_t count)
{
   uint32_t first = wb_count(builder->layouts, struct wb_layout);
   for (uint32_t i = 0; i < count; i++)
      wb_append(&builder->layouts, struct wb_layout, (struct wb_layout){.first_child = WB_NONE});
   return first;
}

static void fill_node(struct wb_builder *builder, uint32_t node, const struct glsl_type *type, uint32_t offset,
                      glsl_type_size_align_func size_align);

static void
fill_sequence(struct wb_builder *builder, uint32_t node, enum wb_layout_kind kind, uint32_t count, uint32_t stride,
              const struct glsl_type *element, glsl_type_size_align_func size_align)
{
   uint32_t child = add_nodes(builder, 1);
   struct wb_layout *layout = wb_at(builder->layouts, struct wb_layout, node);
   layout->kind = kind;
   layout->count = count;
   layout->stride = stride;
   layout->first_child = child;
   fill_node(builder, child, element, 0, size_align);
}

/* The stride of nir_build_deref_offset. */
static uint32_t
element_stride(const struct glsl_type *type, glsl_type_size_align_func size_align)
{
   if (!size_align)
      return glsl_get_explicit_stride(type);
   unsigned size, align;
   size_align(glsl_get_array_element(type), &size, &align);
   return ALIGN_POT(size, align);
}

static void
fill_struct(struct wb_builder *builder, uint32_t node, const struct glsl_type *type, glsl_type_size_align_func size_align)
{
   uint32_t count = glsl_get_length(type);
   uint32_t child = add_nodes(builder, count);
   struct wb_layout *layout = wb_at(builder->layouts, struct wb_layout, node);
   layout->kind = WB_LAYOUT_STRUCT;
   layout->count = count;
   layout->first_child = count ? child : WB_NONE;

   uint32_t end = 0;
   for (uint32_t i = 0; i < count; i++) {
      const struct glsl_type *member = glsl_get_struct_field(type, i);
      uint32_t offset;
      if (size_align) {
         unsigned size, align;
         size_align(member, &size, &align);
         offset = ALIGN_POT(end, align);
         end = offset + size;
      } else {
         offset = glsl_get_struct_field_offset(type, i);
      }
      fill_node(builder, child + i, member, offset, size_align);
   }
}

static void
fill_node(struct wb_builder *builder, uint32_t node, const struct glsl_type *type, uint32_t offset,
          glsl_type_size_align_func size_align)
{
   wb_at(builder->layouts, struct wb_layout, node)->offset = offset;

   if (glsl_type_is_struct_or_ifc(type)) {
      fill_struct(builder, node, type, size_align);
   } else if (glsl_type_is_array(type)) {
      fill_sequence(builder, node, WB_LAYOUT_ARRAY, glsl_get_length(type), element_stride(type, size_align),
                    glsl_get_array_element(type), size_align);
   } else if (glsl_type_is_matrix(type)) {
      fill_sequence(builder, node, WB_LAYOUT_MATRIX, glsl_get_matrix_columns(type), element_stride(type, size_align),
                    glsl_get_array_element(type), size_align);
   } else {
      uint32_t bits = glsl_type_is_boolean(type) ? 32 : glsl_get_bit_size(type);
      if (glsl_type_is_vector(type)) {
         fill_sequence(builder, node, WB_LAYOUT_VECTOR, glsl_get_vector_elements(type), bits / 8,
                       glsl_get_scalar_type(type), size_align);
      } else {
         struct wb_layout *layout = wb_at(builder->layouts, struct wb_layout, node);
         layout->kind = WB_LAYOUT_SCALAR;
         layout->count = 1;
         layout->bit_size = bits;
      }
   }
}

uint32_t
wb_add_layout(struct wb_builder *builder, const struct glsl_type *type, glsl_type_size_align_func size_align)
{
   uint32_t root = add_nodes(builder, 1);
   fill_node(builder, root, type, 0, size_align);
   return root;
}
