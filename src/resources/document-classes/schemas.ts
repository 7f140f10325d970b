import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  Instant,
  List,
  Maybe,
  Nullable,
  One,
  StringEnum,
  Text,
} from '../../platform/wire/shapes.ts'
import type { Body } from '../../platform/route.ts'

export const FAMILIES = [
  'banking',
  'debt',
  'application',
  'identity',
  'property',
  'entity',
  'financial',
  'credit',
  'other',
] as const
export const FIELD_PARSERS = ['form', 'line_items', 'table'] as const
/** What reads a document: a table of transactions, or the fields of its class. */
export const READING_PARSERS = ['bank_statement', ...FIELD_PARSERS] as const
export const PARSERS = [...READING_PARSERS, 'none'] as const
const FIELD_TYPES = [
  'string',
  'integer',
  'number',
  'money',
  'date',
  'boolean',
  'enum',
  'table',
] as const

const ClassName = Type.String({ pattern: '^[a-z][a-z0-9_]{1,63}$' })
const FieldName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' })
/** A phrase to find; without a letter or digit it would match everywhere. */
const Cue = Type.String({ maxLength: 100, pattern: '[A-Za-z0-9\\u00c0-\\uffff]' })
const CueList = Type.Array(Cue, { maxItems: 100 })
const Description = Type.String({ maxLength: 1000 })
const RetentionDays = Type.Integer({ minimum: 1, maximum: 36_500 })

const Cues = Fields({
  title: Type.Array(Type.String()),
  strong: Type.Array(Type.String()),
  weak: Type.Array(Type.String()),
  negative: Type.Array(Type.String()),
  filename: Type.Array(Type.String()),
})

const ExtractionField = Fields({
  name: Type.String(),
  label: Type.String(),
  type: StringEnum(FIELD_TYPES),
  required: Type.Boolean(),
  pattern: Nullable(Type.String()),
  enum: Type.Array(Type.String()),
  hint: Nullable(Type.String()),
})

export const DocumentClass = Fields({
  id: Type.String(),
  name: Type.String(),
  label: Type.String(),
  family: StringEnum(FAMILIES),
  description: Type.String(),
  parser: StringEnum(PARSERS),
  is_builtin: Type.Boolean(),
  is_active: Type.Boolean(),
  cues: Cues,
  extraction_fields: Type.Array(ExtractionField),
  aliases: Type.Array(Type.String()),
  required_for_processing: Type.Boolean(),
  retention_days: Nullable(Type.Integer()),
  documents_count: Count,
  // Null for a built-in class that was never changed here.
  created_at: Nullable(Instant),
  updated_at: Nullable(Instant),
})
export type DocumentClass = Body<typeof DocumentClass>

const CuesInput = Fields({
  title: Type.Optional(CueList),
  strong: Type.Optional(CueList),
  weak: Type.Optional(CueList),
  negative: Type.Optional(CueList),
  filename: Type.Optional(CueList),
})

const FieldInput = Fields({
  name: FieldName,
  label: Maybe(Text),
  type: StringEnum(FIELD_TYPES),
  required: Type.Optional(Type.Boolean()),
  pattern: Maybe(Type.String({ maxLength: 200 })),
  enum: Type.Optional(Type.Array(Text, { maxItems: 100 })),
  hint: Maybe(Type.String({ maxLength: 500 })),
})
export type FieldInput = Body<typeof FieldInput>

export const DocumentClassPatch = Fields({
  label: Type.Optional(Text),
  family: Type.Optional(StringEnum(FAMILIES)),
  description: Type.Optional(Description),
  parser: Type.Optional(StringEnum(PARSERS)),
  cues: Type.Optional(CuesInput),
  extraction_fields: Type.Optional(Type.Array(FieldInput, { maxItems: 100 })),
  aliases: Type.Optional(Type.Array(ClassName, { maxItems: 20 })),
  required_for_processing: Type.Optional(Type.Boolean()),
  is_active: Type.Optional(Type.Boolean()),
  retention_days: Maybe(RetentionDays),
})
export type DocumentClassPatch = Body<typeof DocumentClassPatch>

export const DocumentClassCreate = Fields({ name: ClassName, ...DocumentClassPatch.properties })
export type DocumentClassCreate = Body<typeof DocumentClassCreate>

export const DocumentClassQuery = ListQuery({
  family: Type.Optional(StringEnum(FAMILIES)),
  is_builtin: Type.Optional(Type.Boolean()),
  is_active: Type.Optional(Type.Boolean()),
  q: Type.Optional(Text),
})
export type DocumentClassQuery = Body<typeof DocumentClassQuery>

/** An id or a name. */
export const ClassRef = Fields({ id: Type.String({ maxLength: 64 }) })
export const ClassRemovalQuery = Fields({ reassign_to: Type.Optional(Text) })

export const OneDocumentClass = One(DocumentClass)
export const DocumentClassList = List(DocumentClass)
