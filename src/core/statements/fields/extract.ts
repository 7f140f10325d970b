import type { DocumentClass } from '../document-class.ts'
import type { PageText } from '../page-text.ts'
import { provenOrder, type DateOrder } from '../print/printed-dates.ts'
import { MONTH_FIRST_CURRENCIES } from '../currency/currencies.ts'
import { toCellPage, type CellPage } from './print/cells.ts'
import { FORMATS, maskSsn } from './print/formats.ts'
import { labelBook } from './find/labels.ts'
import { itemTable, readLineItems } from './find/line-items.ts'
import type { Candidate } from './find/locate.ts'
import { listSignaturePlaces, type SeenSignature } from './people/signatures.ts'
import { findPeople, OWNERS } from './people/people.ts'
import type { ClassRules, FieldSpec, ReadField, ReadRow, ReadTable, TableRule } from './rule.ts'
import { CLASS_RULES } from './rules/index.ts'
import { buildFieldSpecs } from './specs.ts'
import { checkSums } from './sums.ts'
import { readLabelledRows } from './find/labelled-rows.ts'
import { readTable, type FoundTable } from './find/tables.ts'
import { find, type Source } from './find/source.ts'

/** What was read from a document that is no bank statement. */
export interface FieldReading {
  fields: Record<string, ReadField>
  tables: ReadTable[]
  currency: string
  /** Why a person should review: `missing_field:ein`, `invalid_field:routing_number`. */
  reviewReasons: string[]
}

/** Confidence above which nothing is certain. */
const MOST_CONFIDENCE = 0.99

/** What is read beside the class's declaration. */
interface Extraction {
  documentClass: DocumentClass
  subtype?: string | null
  /** The places for signatures, as they were seen. */
  signatures?: readonly SeenSignature[]
}

/**
 * Reads the fields of a class from the pages of a document (resources §4.8, §5.4). Every declared
 * field is in the result; what is not printed is null. Never throws for bad input.
 */
export function extractFields(
  pages: readonly PageText[],
  { documentClass, subtype = null, signatures = listUnseen(pages) }: Extraction,
): FieldReading {
  const rules = getClassRules(documentClass.name, subtype)
  const specs = buildFieldSpecs(documentClass, rules)
  const build = (own: readonly PageText[], ownSpecs = specs): Source =>
    buildSource(own, { documentClass, specs: ownSpecs, rules })
  const whole = build(pages)
  const people = specs.some(({ name }) => name === OWNERS)
    ? findPeople(pages, { specs, build, whole, signatures })
    : null
  const fields: Record<string, ReadField> = {}
  for (const spec of specs) {
    if (spec.kind === 'table') continue
    fields[spec.name] = buildField(spec, people ? people.find(spec) : find(spec, whole))
  }
  checkSums(fields, rules.sums ?? [])
  const items = rules.hasLineItems && whole.items.length > 0 ? [itemTable(whole.items)] : []
  const tables = (people?.rest ?? whole).tables.map(({ table }) => table)
  const all = [
    ...tables.filter(({ name }) => name !== OWNERS),
    ...items,
    ...(people?.table ? [people.table] : []),
  ].map(masked)
  return {
    fields,
    tables: all,
    currency: detectCurrency(pages),
    reviewReasons: listReviewReasons(specs, fields, all),
  }
}

function listUnseen(pages: readonly PageText[]): SeenSignature[] {
  return listSignaturePlaces(pages).map((place) => ({ ...place, isSigned: null }))
}

/** The rules of a class, overridden by those of the subtype. */
export function getClassRules(name: string, subtype: string | null): ClassRules {
  const base = CLASS_RULES[name] ?? { fields: {} }
  const own = subtype === null ? undefined : CLASS_RULES[`${name}.${subtype}`]
  return own ? { ...base, ...own, fields: { ...base.fields, ...own.fields } } : base
}

function buildSource(
  pages: readonly PageText[],
  {
    documentClass,
    specs,
    rules,
  }: { documentClass: DocumentClass; specs: FieldSpec[]; rules: ClassRules },
): Source {
  const cellPages: CellPage[] = pages.map(toCellPage)
  const texts = pages.flatMap((page) => page.lines.map(({ text }) => text))
  const context = { order: provenOrder(texts) ?? usualOrder(detectCurrency(pages)) }
  const search = { pages: cellPages, book: labelBook(specs, rules), context }
  const items = rules.hasLineItems ? readLineItems(cellPages, context) : []
  const tables = (rules.tables ?? []).flatMap((rule) => readAnyTable(rule, search) ?? [])
  return { search, specs, titles: documentClass.cues.title, items, tables }
}

const NOTHING = {
  value: null,
  raw: null,
  confidence: null,
  page: null,
  box: null,
  validation: 'not_applicable',
  validationMessage: null,
} as const

function buildField({ kind, rule }: FieldSpec, found: Candidate | null): ReadField {
  const { isSensitive = false } = FORMATS[rule.format ?? 'text']
  if (!found) {
    return { ...NOTHING, type: kind, isSensitive }
  }
  const isFailed = found.message !== null
  return {
    type: kind,
    value: typeof found.value === 'string' ? maskSsn(found.value) : found.value,
    raw: rule.format === 'ssn_last4' ? `***-**-${String(found.value)}` : maskSsn(found.raw),
    confidence: Math.round(Math.min(MOST_CONFIDENCE, found.score) * 100) / 100,
    page: found.page,
    box: found.box,
    validation: isFailed ? 'failed' : found.isChecked ? 'passed' : 'not_applicable',
    validationMessage: found.message,
    isSensitive,
  }
}

function masked(table: ReadTable): ReadTable {
  const rows = table.rows.map(({ page, values, cells }) => ({
    page,
    ...(cells && { cells: maskedCells(cells) }),
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? maskSsn(value) : value,
      ]),
    ),
  }))
  return { ...table, rows }
}

function maskedCells(cells: NonNullable<ReadRow['cells']>): NonNullable<ReadRow['cells']> {
  const entries = Object.entries(cells).map(([name, cell]) => {
    const raw = cell.raw === null ? null : maskSsn(cell.raw)
    return [name, { ...cell, raw: name === 'ssn_last4' && raw ? `***-**-${raw.slice(-4)}` : raw }]
  })
  return Object.fromEntries(entries)
}

const CURRENCIES: readonly [RegExp, string][] = [
  [/\bCAD\b|C\$/, 'CAD'],
  [/€|\bEUR\b/, 'EUR'],
  [/£|\bGBP\b/, 'GBP'],
  [/₹|\bINR\b/, 'INR'],
  [/\bCHF\b/, 'CHF'],
  [/\bAUD\b|\bA\$/, 'AUD'],
  [/\bNZD\b|\bNZ\$/, 'NZD'],
  [/\bSGD\b|\bS\$/, 'SGD'],
]

/** The currency the document names; US dollars when it names none. */
function detectCurrency(pages: readonly PageText[]): string {
  const text = pages.flatMap((page) => page.lines.map((line) => line.text)).join('\n')
  return CURRENCIES.find(([mark]) => mark.test(text))?.[1] ?? 'USD'
}

/** How `03/04/2025` is read where no date in the document decides it. */
function usualOrder(currency: string): DateOrder {
  return MONTH_FIRST_CURRENCIES.has(currency) ? 'month-first' : 'day-first'
}

/** A table under its head, or else line by line. */
function readAnyTable(rule: TableRule, search: Source['search']): FoundTable | null {
  const found = readTable(rule, search.pages, search.context)
  if (found && found.table.rows.length > 0) return found
  const rows = readLabelledRows(rule, search)
  if (rows.length === 0) return found
  const columns = rule.columns.map(({ name, kind }) => ({ name, type: kind }))
  return { table: { name: rule.name, columns, rows }, total: {} }
}

/** Required fields that are missing, and fields that fail their check. */
export function listReviewReasons(
  specs: readonly FieldSpec[],
  fields: Record<string, ReadField>,
  tables: readonly ReadTable[],
): string[] {
  const isThere = ({ name, kind }: FieldSpec): boolean =>
    kind === 'table'
      ? tables.some((table) => table.name === name && table.rows.length > 0)
      : fields[name]!.value !== null
  return [
    ...specs
      .filter((spec) => spec.isRequired && !isThere(spec))
      .map(({ name }) => `missing_field:${name}`),
    ...Object.entries(fields)
      .filter(([, field]) => field.validation === 'failed')
      .map(([name]) => `invalid_field:${name}`),
  ]
}
