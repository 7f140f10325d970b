import type { DocumentClass } from '../document-class.ts'
import type { PageText } from '../page-text.ts'
import { provenOrder, type DateOrder } from '../print/printed-dates.ts'
import { MONTH_FIRST_CURRENCIES } from '../currency/currencies.ts'
import { boxAround, toCellPage, type CellPage } from './print/cells.ts'
import { FORMATS, maskSsn } from './print/formats.ts'
import { labelBook } from './find/labels.ts'
import { boxOfItem, itemTable, readLineItems, type LineItem } from './find/line-items.ts'
import { locate, type Candidate, type Search } from './find/locate.ts'
import { listOwnerBlocks } from './find/owners.ts'
import { readPresence, readProse } from './find/running-text.ts'
import type { ClassRules, FieldSpec, FieldValue, ReadField, ReadTable } from './rule.ts'
import { CLASS_RULES } from './rules/index.ts'
import { buildFieldSpecs } from './specs.ts'
import { readStanding } from './find/standing.ts'
import { checkSums } from './sums.ts'
import { readTable, type FoundTable } from './find/tables.ts'
import { toPhrase, findOccurrences } from './print/tokens.ts'

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

/**
 * Reads the fields of a class from the pages of a document (resources §4.8, §5.4). Every declared
 * field is in the result; what is not printed is null. Never throws for bad input.
 */
export function extractFields(
  pages: readonly PageText[],
  { documentClass, subtype = null }: { documentClass: DocumentClass; subtype?: string | null },
): FieldReading {
  const rules = getClassRules(documentClass.name, subtype)
  const specs = buildFieldSpecs(documentClass, rules)
  const source = buildSource(pages, { documentClass, specs, rules })
  const owners = specs.some(({ name }) => name === OWNERS)
    ? listOwnerBlocks(pages).map((block) => buildSource([block], { documentClass, specs, rules }))
    : []
  const fields: Record<string, ReadField> = {}
  for (const spec of specs) {
    if (spec.kind === 'table') continue
    // The first owner stands in the first part of the form that is an owner's, where it has parts.
    const own = spec.name in OWNER_COLUMNS && owners[0] ? find(spec, owners[0]) : null
    fields[spec.name] = buildField(spec, own ?? find(spec, source))
  }
  checkSums(fields, rules.sums ?? [])
  const items = rules.hasLineItems && source.items.length > 0 ? [itemTable(source.items)] : []
  const all = [
    ...source.tables.map(({ table }) => table),
    ...items,
    ...readOwners(owners, specs),
  ].map(masked)
  return {
    fields,
    tables: all,
    currency: detectCurrency(pages),
    reviewReasons: listReviewReasons(specs, fields, all),
  }
}

const OWNERS = 'owners'
/** The columns of the table of owners, by the fields of the first of them. */
const OWNER_COLUMNS: Readonly<Record<string, string>> = {
  owner_name: 'name',
  owner_title: 'title',
  ownership_percent: 'ownership_percent',
  owner_date_of_birth: 'date_of_birth',
  owner_ssn_last4: 'ssn_last4',
  owner_address: 'address',
  owner_phone: 'phone',
  owner_email: 'email',
}

/** A row for each owner whose part of the form holds a name. */
function readOwners(owners: readonly Source[], specs: readonly FieldSpec[]): ReadTable[] {
  const own = specs.filter(({ name }) => name in OWNER_COLUMNS)
  const rows = owners.map((source) => {
    const values = own.map((spec): [string, FieldValue] => [
      OWNER_COLUMNS[spec.name]!,
      find(spec, source)?.value ?? null,
    ])
    return { page: source.search.pages[0]!.number, values: Object.fromEntries(values) }
  })
  const named = rows.filter(({ values }) => typeof values.name === 'string')
  const columns = own.map(({ name, kind }) => ({ name: OWNER_COLUMNS[name]!, type: kind }))
  return named.length > 0 ? [{ name: OWNERS, columns, rows: named }] : []
}

/** The rules of a class, overridden by those of the subtype. */
export function getClassRules(name: string, subtype: string | null): ClassRules {
  const base = CLASS_RULES[name] ?? { fields: {} }
  const own = subtype === null ? undefined : CLASS_RULES[`${name}.${subtype}`]
  return own ? { ...base, ...own, fields: { ...base.fields, ...own.fields } } : base
}

interface Source {
  search: Search
  titles: readonly string[]
  items: LineItem[]
  tables: FoundTable[]
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
  const tables = (rules.tables ?? [])
    .map((rule) => readTable(rule, cellPages, context))
    .filter((table) => table !== null)
  return { search, titles: documentClass.cues.title, items, tables }
}

/** The ways to find a value, in order of preference. */
function find(spec: FieldSpec, source: Source): Candidate | null {
  const { rule } = spec
  const { search } = source
  return (
    readProse(spec, search.pages, search.context) ??
    readPresence(spec, search.pages) ??
    findTotal(spec, source.tables) ??
    (spec.kind === 'money' ? findItem(spec, source.items) : null) ??
    findJoined(spec, search) ??
    locate(spec, rule.labels ?? [], search) ??
    (rule.standing
      ? readStanding(rule.standing, {
          pages: search.pages,
          titles: source.titles,
          order: search.context.order,
        })
      : null)
  )
}

function findTotal(
  { rule: { ofTotal } }: FieldSpec,
  tables: readonly FoundTable[],
): Candidate | null {
  if (!ofTotal) return null
  return tables.find(({ table }) => table.name === ofTotal.table)?.total[ofTotal.column] ?? null
}

/** The line whose label is one of the field's, the likeliest label first. */
function findItem({ rule }: FieldSpec, items: readonly LineItem[]): Candidate | null {
  for (const label of rule.labels ?? []) {
    const phrase = toPhrase(label)
    const item = items.find(
      ({ label: { tokens } }) =>
        tokens.length === phrase.length && findOccurrences(tokens, phrase).length > 0,
    )
    if (!item) continue
    const { value, cell } = item.amount
    return {
      value,
      raw: cell.text,
      page: cell.page,
      box: boxOfItem(item),
      score: 0.97,
      isChecked: false,
      message: null,
    }
  }
  return null
}

function findJoined(spec: FieldSpec, search: Search): Candidate | null {
  const { joined = [] } = spec.rule
  const parts = joined.map((labels) => locate(spec, labels, search)).filter((part) => part !== null)
  const [first] = parts
  if (!first || parts.length < joined.length) return null
  return {
    ...first,
    value: parts.map(({ value }) => value).join(' '),
    raw: parts.map(({ raw }) => raw).join(' '),
    box: boxAround(parts.filter(({ page }) => page === first.page)),
    score: Math.min(...parts.map(({ score }) => score)),
  }
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
  const rows = table.rows.map(({ page, values }) => ({
    page,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? maskSsn(value) : value,
      ]),
    ),
  }))
  return { ...table, rows }
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
