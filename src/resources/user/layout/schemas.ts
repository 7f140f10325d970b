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

const SubmissionPage = Fields({ sections: Type.Array(Section, { maxItems: PARTS_MAX }) })
const ListPage = Fields({
  columns: Type.Array(Column, { maxItems: PARTS_MAX }),
  sort: Nullable(Name),
  filters: FreeFormInput,
})
const theme = StringEnum(['system', 'light', 'dark'])
const density = StringEnum(['comfortable', 'compact'])

const layout = { pages: Fields({ submission: SubmissionPage, list: ListPage }), theme, density }
export type Layout = Body<typeof Layout>
const Layout = Fields(layout)

/** Each page, and each of the rest, is replaced as a whole; what is left out stays. */
export const LayoutBody = Fields({
  pages: Type.Optional(
    Fields({ submission: Type.Optional(SubmissionPage), list: Type.Optional(ListPage) }),
  ),
  theme: Type.Optional(theme),
  density: Type.Optional(density),
  version: Type.Optional(
    Type.Integer({ minimum: 0, description: 'As it was read: refused when it is another by now.' }),
  ),
  updated_at: Type.Optional(Nullable(Instant)),
})
export type LayoutBody = Body<typeof LayoutBody>
export const OneLayout = One(Fields({ version: Count, ...layout, updated_at: Nullable(Instant) }))
