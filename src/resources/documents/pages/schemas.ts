import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { Count, Fields, Nullable, One, StringEnum, Uuid } from '../../../platform/wire/shapes.ts'

export const PageParams = Fields({ id: Uuid, n: Type.String({ pattern: '^[1-9]\\d{0,3}$' }) })

export const PageQuery = Fields({
  format: Type.Optional(StringEnum(['png', 'text', 'words'])),
  /** Of a PNG. Default 100. */
  dpi: Type.Optional(Type.Integer({ minimum: 36, maximum: 300 })),
  /** Marks the place of a transaction on a PNG. */
  highlight: Type.Optional(KnownId('transaction')),
})

export const OnePage = One(
  Fields({
    page: Count,
    /** In points, as displayed. */
    width: Type.Number(),
    height: Type.Number(),
    /** Whether it was read from its image. */
    is_scan: Type.Boolean(),
    /** With `format=text`: lines from top to bottom. */
    text: Type.Optional(Type.String()),
    /** With `format=words`. */
    words: Type.Optional(
      Type.Array(
        Fields({
          text: Type.String(),
          /** Points from the top left. */
          bbox: Type.Array(Type.Number()),
          confidence: Nullable(Type.Number()),
        }),
      ),
    ),
  }),
)
