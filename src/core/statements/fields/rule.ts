import type { Cents } from '../../values/money.ts'
import type { Box } from '../statement.ts'
import type { FormatName } from './print/formats.ts'

export const FIELD_KINDS = [
  'string',
  'integer',
  'number',
  'money',
  'date',
  'boolean',
  'enum',
  'table',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

/**
 * Where a value stands by its label: `inside` the label's own cell behind it, in the cell to the
 * `right`, `below` or `above` it.
 */
export type Place = 'inside' | 'right' | 'below' | 'above'

/** How one field of a class is found. Whatever is left out has its default. */
export interface FieldRule {
  /** What is printed beside the value, the likeliest first. Default: the field's label and name. */
  labels?: readonly string[]
  /** Labels that are the field's only within the part of a form that is an owner's. */
  ownLabels?: readonly string[]
  /** Labels that are the field's only beside a signature. */
  signatureLabels?: readonly string[]
  /** Beside the value of another field, at its height: under these labels, or by its form alone. */
  sameLine?: { field: string; labels: readonly string[] }
  /** What a text must look like; checked, and with it shown as passed or failed. */
  format?: FormatName
  /** Default: inside, right, below. */
  places?: readonly Place[]
  /** The label is all that its cell holds, so that `Total assets` is not `Total assets sold`. */
  isWhole?: boolean
  /** A line of a form that prints its number again before the value. */
  isNumbered?: boolean
  /** In running text; the group `value` is the value. Tried before the labels. */
  patterns?: readonly RegExp[]
  /** Running text that makes the field true; without it the field is not known. */
  presence?: readonly RegExp[]
  /** Values of several labels in a row, such as first and last name. */
  joined?: readonly (readonly string[])[]
  /** Found by position instead of a label: the name in the page heading, or the period. */
  standing?: 'heading' | 'period_start' | 'period_end' | 'tax_year'
  /** The allowed values by what is printed for them. */
  choices?: Readonly<Record<string, readonly string[]>>
  /** In the total row of a table, under this column. */
  ofTotal?: { table: string; column: string }
}

export interface ColumnRule {
  name: string
  kind: Exclude<FieldKind, 'table'>
  labels: readonly string[]
  format?: FormatName
}

/** A table by the words of its head; its rows end where one begins with a word of `ends`. */
export interface TableRule {
  name: string
  columns: readonly ColumnRule[]
  /** Columns that must be in the head for it to be this table. */
  needs: readonly string[]
  ends?: readonly string[]
}

/** `field` = the sum of `parts`, each added or subtracted; checked when all of them are known. */
export interface SumRule {
  field: string
  parts: readonly (readonly [1 | -1, string])[]
  /** Parts that count as nothing when they are not printed. */
  optional?: readonly string[]
}

/** How the documents of one class are read. */
export interface ClassRules {
  fields: Readonly<Record<string, FieldRule>>
  /** Where the class's forms print values, unless a field says otherwise. */
  places?: readonly Place[]
  tables?: readonly TableRule[]
  sums?: readonly SumRule[]
  /** Labels of values that are not needed; a search for another label's value ends there. */
  stops?: readonly string[]
  /** Print between a label and its value that is part of the label. */
  skips?: readonly string[]
  /** Every line of label and amounts is kept as the table `line_items`. */
  hasLineItems?: boolean
}

/** A field as it is searched for: the class's declaration with its rule. */
export interface FieldSpec {
  name: string
  label: string
  kind: FieldKind
  isRequired: boolean
  pattern: string | null
  options: readonly string[]
  rule: FieldRule
}

export type FieldValue = string | number | boolean | null

/** One value as it was read. Money is minor units. What is not found is null everywhere. */
export interface ReadField {
  type: FieldKind
  value: FieldValue
  /** As printed, with the digits of a social security number masked but for the last four. */
  raw: string | null
  /** 0 to 1; null when nothing was found. */
  confidence: number | null
  page: number | null
  box: Box | null
  validation: 'passed' | 'failed' | 'not_applicable'
  validationMessage: string | null
  /** Shown in full only to callers who may read identifiers. */
  isSensitive: boolean
}

export interface ReadTable {
  name: string
  columns: { name: string; type: FieldKind }[]
  rows: ReadRow[]
}

/** A row of a table; its cells have places of their own where they are known. */
export interface ReadRow {
  page: number
  values: Record<string, FieldValue | Cents>
  cells?: Readonly<Record<string, ReadCell>>
}

/** What is known of a cell beside its value. */
export type ReadCell = Pick<ReadField, 'raw' | 'confidence' | 'page' | 'box'>
