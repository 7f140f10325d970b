import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import { Fields, List, Nullable, StringEnum } from '../../platform/wire/shapes.ts'

const leaf = {
  description: Type.String(),
  sign: StringEnum(['in', 'out', 'both']),
  is_true_revenue: StringEnum(['yes', 'no', 'contra', 'conditional', 'review']),
  is_debt: StringEnum(['yes', 'no', 'revolving']),
  pnl_line: Type.String(),
  pnl_order: Type.Integer(),
  example_descriptors: Type.Array(Type.String()),
  plaid_pfc: Type.Array(Type.String()),
  heron_label: Nullable(Type.String()),
  mcc_ranges: Type.Array(Type.Array(Type.Integer())),
  is_tenant_defined: Type.Boolean(),
  replaced_by: Nullable(Type.String()),
}

const name = { slug: Type.String(), name: Type.String(), parent_slug: Nullable(Type.String()) }

const Leaf = Fields({ ...name, ...leaf })

/** A leaf; with `tree=true` a root, which has its leaves and nothing else. */
const Category = Fields({
  ...name,
  ...Type.Partial(Fields(leaf)).properties,
  children: Type.Optional(Type.Array(Leaf)),
})

export const CategoryList = List(Category)

export const CategoryQuery = ListQuery({
  flat: Type.Optional(Type.Boolean()),
  tree: Type.Optional(Type.Boolean()),
  root: Type.Optional(Type.String({ maxLength: 64 })),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** Accepted without effect: every response has the labels of other systems. */
  include: Type.Optional(Type.Array(StringEnum(['mappings']), { maxItems: 1 })),
})
