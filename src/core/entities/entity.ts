/** What an attribute's value can be. Money is major units of its currency, as on the wire. */
export const ATTRIBUTE_TYPES = [
  'string',
  'integer',
  'number',
  'money',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'enum',
  'array',
  'object',
] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]

/** How one value follows from the candidates of several sources (resources section 15). */
export const STRATEGIES = [
  'first_by_order',
  'highest_confidence',
  'most_recent',
  'majority',
  'comparison',
  'concatenate',
  'sum',
  'min',
  'max',
  'manual',
] as const
export type Strategy = (typeof STRATEGIES)[number]

/** What is done to the text of a source before it is a value, in the order of the steps. */
export const POST_PROCESSORS = [
  'trim',
  'upper',
  'digits',
  'last_digits',
  'ein',
  'phone_e164',
  'date',
  'money',
  'state_code',
  'first_name',
  'last_name',
  'address',
] as const
export type PostProcessor = (typeof POST_PROCESSORS)[number]

/** Where a value can come from. */
export const SOURCE_TYPES = [
  'parsed_document',
  'api',
  'enricher',
  'company_info',
  'metadata',
  'metric',
  'static_value',
  'expression',
  'iso_application',
  'user',
] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

/** Where exactly; which of the fields are needed follows from the type of the source. */
export interface SourceConfig {
  /**
   * Of `parsed_document`: the class, and the name of a field or `table.column`. `iso_application`
   * has the field alone: it reads the documents of that class.
   */
  documentClass?: string
  field?: string
  /** Of `api`, `company_info` and `metadata`: the names on the way to the value, with dots. */
  path?: string
  /** Of `enricher`, which has a `field` too. */
  enricher?: string
  metric?: string
  dateRange?: string
  value?: unknown
  expression?: string
}

export interface Source {
  id: string
  type: SourceType
  config: SourceConfig
  order: number
  /** Facts of lower confidence are ignored. */
  minConfidence: number
  isActive: boolean
  isBuiltin: boolean
  postProcessors: readonly PostProcessor[]
}

export interface Attribute {
  id: string
  name: string
  label: string
  description: string
  type: AttributeType
  /** The values that an `enum` can have. */
  enum: readonly string[]
  /** Of a `string`: what a value as a whole fits, in RE2 syntax. Null: any text. */
  pattern: string | null
  isRequired: boolean
  /** Shown in full only to callers who may read identifiers; never in the audit log. */
  isPii: boolean
  isList: boolean
  order: number
  strategy: Strategy
  /**
   * How far two values may differ and still be one: units for numbers, days for dates, and for
   * texts the share of a name that may differ (0.15 takes `Acme Co` for `Acme Company`). Null: not
   * at all, beyond case and punctuation.
   */
  tolerance: number | null
  postProcessors: readonly PostProcessor[]
  sources: readonly Source[]
  /** Its name in the customer's CRM. */
  crmField: string | null
  defaultValue: unknown
}

/** A kind of thing that a submission is about: its company, its owners. */
export interface Entity {
  id: string
  name: string
  label: string
  description: string
  cardinality: 'one' | 'many'
  /** What distinguishes two things of the kind; the first of them must be known. */
  identityAttributes: readonly string[]
  order: number
  attributes: readonly Attribute[]
}

/** One stated value, as its origin has it. */
export interface Fact {
  value: unknown
  /** As printed; null where nothing was. */
  raw: string | null
  confidence: number
  page: number | null
  box: readonly number[] | null
  /** Of an amount; null where it has none of its own. */
  currency: string | null
  /** An identifier, whatever attribute it belongs to. */
  isSensitive: boolean
}

/**
 * What one origin states of one thing: a form, a row of its table, an owner of the application. The
 * facts are keyed by the names that sources refer to.
 */
export interface Claim {
  type: SourceType
  /** The class of a document or the name of an enricher; null for the other types. */
  of: string | null
  /** Claims of one group are of different things: rows of one table, owners of one list. */
  group: string
  originId: string | null
  documentId: string | null
  at: string | null
  facts: Readonly<Record<string, Fact>>
}
