import { EMAIL_ADDRESS } from '../../core/values/patterns/email.ts'
import { IsObject, IsUnion, Type, type TSchema, type TObject, type TProperties } from 'typebox'
import { toSnake } from '../../core/values/text.ts'

/**
 * Marks a schema with the catalogue code of its violation, where the keyword's own code is too
 * general.
 */
interface Coded {
  errorCode?: string
}

/**
 * An object that lists all its fields; unknown ones are refused in requests, dropped in responses.
 */
export function Fields<P extends TProperties>(properties: P, options: object = {}): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** The same object with the names of its fields, and of those within, in snake case. */
export function Snaked({ properties }: TObject): TObject {
  const fields = Object.entries(properties).map(([name, field]) => [toSnake(name), snaked(field)])
  return Fields(Object.fromEntries(fields) as TProperties)
}

function snaked(field: TSchema): TSchema {
  if (IsObject(field)) return Snaked(field)
  return IsUnion(field) ? Type.Union(field.anyOf.map(snaked)) : field
}

export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** An optional field that may also be null. */
export function Maybe<S extends TSchema>(schema: S) {
  return Type.Optional(Nullable(schema))
}

export function StringEnum<const V extends string>(
  values: readonly V[],
  options: Coded & object = {},
) {
  return Type.Unsafe<V>({ enum: [...values], type: 'string', ...options })
}

/** `{ data }` around one object. */
export function One<S extends TSchema>(schema: S) {
  return Fields({ data: schema, meta: Type.Optional(FreeForm) })
}

/** The list envelope of the interface. */
export function List<S extends TSchema>(schema: S) {
  return Fields({
    data: Type.Array(schema),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
    meta: Type.Optional(FreeForm),
  })
}

/** Of responses; what a caller sends has bounds. */
export const FreeForm = Type.Record(Type.String(), Type.Unknown())
/** An object with keys of the caller's, as many as anybody needs. */
export const FreeFormInput = Type.Record(Type.String(), Type.Unknown(), { maxProperties: 100 })
export const UUID_FORM = {
  format: 'uuid',
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
}
export const Uuid = Type.String(UUID_FORM)
export const Instant = Type.String({ format: 'date-time' })
/** An instant as a query or body gives it; the year is bounded so that PostgreSQL can hold it. */
export const InstantInput = Type.String({
  format: 'date-time',
  pattern:
    '^(19|20|21)\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)$',
  errorCode: 'invalid_date',
})
export const PlainDate = Type.String({ format: 'date', errorCode: 'invalid_date' })
/** Major units with at most the currency's decimals; inflow positive, outflow negative. */
export const Money = Type.Number({
  minimum: -90_000_000_000_000,
  maximum: 90_000_000_000_000,
  errorCode: 'invalid_amount',
})
/** A code of ISO 4217, in whichever case it is written: an action gets it in capitals. */
export const Currency = Type.String({
  pattern: '^[A-Za-z]{3}$',
  errorCode: 'invalid_currency',
  inCapitals: true,
})
export const Text = Type.String({ minLength: 1, maxLength: 255 })
/** An address that mail can reach, without a name. */
export const EmailAddress = Type.String({ maxLength: 254, pattern: `^${EMAIL_ADDRESS}$` })
export const LongText = Type.String({ maxLength: 10_000 })
export const Count = Type.Integer({ minimum: 0 })

/** Up to 50 free keys of up to 64 characters, each with a value of up to 2 KB. */
export const Metadata = Type.Record(Type.String(), Type.Unknown({ maxBytes: 2048 }), {
  maxProperties: 50,
  propertyNames: { maxLength: 64 },
})
/** The filter `metadata[key]=value` of a list. */
export const MetadataFilter = Type.Record(Type.String(), Type.String({ maxLength: 2048 }), {
  maxProperties: 50,
})

export const Deleted = One(Fields({ id: Type.String(), deleted: Type.Literal(true) }))
export const IdParams = Fields({ id: Uuid })
