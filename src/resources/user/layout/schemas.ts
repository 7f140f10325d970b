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
/** A list as somebody left it: its screen, and what stood in the address behind it. */
const View = Fields({
  screen: Type.String({ pattern: '^/[a-z/-]{0,63}$' }),
  name: Type.String({ minLength: 1, maxLength: 60 }),
  query: Type.String({ maxLength: 2000 }),
})
const views = Type.Array(View, { maxItems: PARTS_MAX })
/** How the organization writes numbers and instants; a time zone that it did not choose is null. */
const region = Fields({ locale: Type.String(), timezone: Nullable(Type.String()) })

const theme = StringEnum(['system', 'light', 'dark'])
const density = StringEnum(['comfortable', 'compact'])

const layout = {
  pages: Fields({ submission: SubmissionPage, list: ListPage }),
  theme,
  density,
  views,
}
export type Layout = Body<typeof Layout>
const Layout = Fields(layout)

/**
 * Each page, and each of the rest, is replaced as a whole; what is left out stays. `region` is the
 * organization's and stays in any case.
 */
export const LayoutBody = Fields({
  pages: Type.Optional(
    Fields({ submission: Type.Optional(SubmissionPage), list: Type.Optional(ListPage) }),
  ),
  theme: Type.Optional(theme),
  density: Type.Optional(density),
  views: Type.Optional(views),
  region: Type.Optional(region),
  version: Type.Optional(
    Type.Integer({ minimum: 0, description: 'As it was read: refused when it is another by now.' }),
  ),
  updated_at: Type.Optional(Nullable(Instant)),
})
export type LayoutBody = Body<typeof LayoutBody>
export const OneLayout = One(
  Fields({ version: Count, ...layout, region, updated_at: Nullable(Instant) }),
)
