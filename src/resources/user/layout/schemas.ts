import { Type } from 'typebox'
import {
  Count,
  Fields,
  FreeFormInput,
  Instant,
  Maybe,
  Nullable,
  One,
  StringEnum,
} from '../../../platform/wire/shapes.ts'
import type { Body } from '../../../platform/route.ts'

const Name = Type.String({ minLength: 1, maxLength: 64 })
const Order = Type.Integer({ minimum: 0, maximum: 1000 })
const Width = Maybe(Type.Integer({ minimum: 1, maximum: 10_000 }))
const PARTS_MAX = 100

/** Unknown sections and columns are stored unchanged. */
const Section = Fields({
  id: Name,
  visible: Type.Boolean(),
  order: Order,
  width: Width,
  collapsed: Type.Optional(Type.Boolean()),
})
const Column = Fields({ field: Name, visible: Type.Boolean(), order: Order, width: Width })

const layout = {
  pages: Fields({
    submission: Fields({ sections: Type.Array(Section, { maxItems: PARTS_MAX }) }),
    list: Fields({
      columns: Type.Array(Column, { maxItems: PARTS_MAX }),
      sort: Nullable(Name),
      filters: FreeFormInput,
    }),
  }),
  theme: StringEnum(['system', 'light', 'dark']),
  density: StringEnum(['comfortable', 'compact']),
}

/** The whole layout; omitted parts are removed. */
export const LayoutBody = Fields(layout)
export type LayoutBody = Body<typeof LayoutBody>
export const OneLayout = One(Fields({ version: Count, ...layout, updated_at: Nullable(Instant) }))
