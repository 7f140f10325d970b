import { editStatement, placed, type StatementEdits } from '../edits/edit.ts'
import { endYear } from '../edits/dates.ts'
import { isProven } from '../reconcile/reconcile.ts'
import type {
  DocumentFacts,
  Lesson,
  Statement,
  TaughtRules,
  TaughtValue,
  YearSource,
} from '../statement.ts'

/** What a file says besides its statements. */
export interface FileFacts {
  filename: string
  createdAt: DocumentFacts['createdAtInPdf']
}

/**
 * The statement as earlier corrections of its layout would have it. Signs and dates are left as
 * read where that alone is proven. What was applied is in `taught`; a statement whose signs or
 * dates were changed and which nothing proves has the doubt `taught_unproven`.
 */
export function applyLesson(
  statement: Statement,
  { layoutId, rules }: Lesson,
  file: FileFacts,
): Statement {
  const values = listValues(statement, rules, file)
  const plain = applyValues(
    statement,
    values.filter(({ isArithmetic }) => !isArithmetic),
  )
  const whole = applyValues(statement, values)
  const isBetter = isProven(whole.statement) || !isProven(plain.statement)
  const { statement: next, applied } = isBetter ? whole : plain
  if (applied.length === 0) return statement
  const taught = applied.map(({ field, value, readValue }) => ({
    field,
    value,
    readValue,
    layoutId,
  }))
  const isUnproven = applied.some(({ isArithmetic }) => isArithmetic) && !isProven(next)
  const doubts = isUnproven ? [...(next.doubts ?? []), UNPROVEN] : next.doubts
  return {
    ...next,
    ...(doubts && { doubts }),
    taught: taught satisfies TaughtValue[],
    untaught: statement,
  }
}

const UNPROVEN = {
  code: 'taught_unproven',
  message: 'It is read as an earlier statement of its layout was corrected; nothing proves that.',
}

interface Value {
  field: string
  value: unknown
  readValue: unknown
  edits: StatementEdits
  /** The printed figures can prove or contradict it. */
  isArithmetic: boolean
}

function applyValues(statement: Statement, values: readonly Value[]) {
  const applied: Value[] = []
  const next = values.reduce((now, value) => {
    const { statement: edited } = editStatement(placed(now), value.edits)
    if (JSON.stringify(edited) === JSON.stringify(now)) return now
    applied.push(value)
    return edited
  }, statement)
  return { statement: next, applied }
}

function listValues(statement: Statement, rules: TaughtRules, file: FileFacts): Value[] {
  const { currency, currencySource, accountType, institutionName, accountLast4 } = statement
  const simple = (field: string, value: unknown, edits: StatementEdits): Value => ({
    field,
    value,
    readValue: READ_VALUES[field]?.(statement) ?? null,
    edits,
    isArithmetic: ARITHMETIC.has(field),
  })
  const year = rules.year && yearFrom(rules.year, statement, file)
  const { accountNumber: account } = rules
  const isAccount = account?.from === accountLast4 && account.holder === holderKey(statement)
  return [
    rules.accountType?.from === accountType &&
      simple('account_type', rules.accountType.to, { accountType: rules.accountType.to }),
    // A print that says otherwise is of another account.
    rules.currency?.from === currency &&
      currencySource !== 'printed' &&
      simple('currency', rules.currency.to, { currency: rules.currency.to }),
    rules.institutionName?.from === institutionName &&
      simple('institution_name', rules.institutionName.to, {
        institutionName: rules.institutionName.to,
      }),
    isAccount && simple('account_number', last4(account.to), numberEdits(account.to)),
    rules.signs && simple('signs', rules.signs, { signs: rules.signs }),
    rules.sections && simple('sections', rules.sections, { sections: rules.sections }),
    rules.dateOrder && simple('date_order', rules.dateOrder, { dateOrder: rules.dateOrder }),
    year != null && simple('year', year, { year }),
  ].filter((value) => typeof value === 'object')
}

const ARITHMETIC: ReadonlySet<string> = new Set(['signs', 'sections', 'date_order'])

const READ_VALUES: Record<string, (statement: Statement) => unknown> = {
  account_type: ({ accountType }) => accountType,
  currency: ({ currency }) => currency,
  institution_name: ({ institutionName }) => institutionName,
  account_number: ({ accountLast4 }) => accountLast4 && `****${accountLast4}`,
  signs: () => 'as_read',
  date_order: () => 'as_read',
  year: endYear,
}

function numberEdits(number: string | null): StatementEdits {
  const digits = (number ?? '').replace(/[^A-Za-z0-9]/g, '')
  return { accountNumber: number, accountLast4: number === null ? null : digits.slice(-4) }
}

function last4(number: string | null): string | null {
  return number === null ? null : `****${numberEdits(number).accountLast4}`
}

/** The holder of an account as two statements of it print the same one. */
export function holderKey({ accountHolderNames }: Pick<Statement, 'accountHolderNames'>): string {
  return accountHolderNames
    .join(' ')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The year in which the statement ended by this source; null when it does not say. */
export function yearFrom(
  source: YearSource,
  statement: Statement,
  { filename, createdAt }: FileFacts,
): number | null {
  const day = lastDay(statement)
  if (day === null) return null
  if (source === 'filename') {
    // statement-2024-03.pdf
    const year = /(?<!\d)20\d\d(?=\D|\d{2,4}(?!\d)|$)/.exec(filename)?.[0]
    return year === undefined ? null : Number(year)
  }
  if (createdAt === null) return null
  // A statement of December is written in January.
  return Number(createdAt.slice(0, 4)) - (day > createdAt.slice(5, 10) ? 1 : 0)
}

/** Month and day of the end. */
function lastDay({ endDate, rows }: Statement): string | null {
  const last =
    endDate ??
    rows
      .map(({ date }) => date)
      .toSorted()
      .at(-1)
  return last?.slice(5) ?? null
}

/** The source that would have given a year, for the next statement of the layout. */
export function sourceOfYear(
  year: number,
  statement: Statement,
  file: FileFacts,
): YearSource | undefined {
  const sources = ['file_created', 'filename'] as const
  return sources.find((source) => yearFrom(source, statement, file) === year)
}
