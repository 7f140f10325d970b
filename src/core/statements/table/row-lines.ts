import {
  isInWords,
  textWithout,
  type PlacedAmount,
  type PlacedDate,
  type ReadLine,
  type Span,
} from '../print/read-line.ts'
import { passedAmounts, placeAmounts, type AmountRole, type Columns } from './heads/columns.ts'
import type { ColumnRole } from '../vocabulary/vocabulary.ts'
import { currenciesBelow, isForeignLine } from '../currency/money-abroad.ts'
import type { PrintedRow } from './assembly/printed-tables.ts'

export interface LeadingDates {
  date: PlacedDate
  postDate: PlacedDate | null
  /** Where in the line's text the row's own words begin. */
  end: number
  /** A number printed before the date: a check number or a line count. */
  number: string | null
}

const MAX_LEAD_LENGTH = 16
/** Amounts under each other agree in their right edge within this many points. */
const EDGE_DRIFT = 3
/** … and with the edge of their column's head within this many. */
const HEAD_DRIFT = 8

/** What may have a column before that of the day, without keeping it from leading its line. */
const LEADING: readonly ColumnRole[] = ['check', 'postDate']

/** The dates of a row, where its table has them: at its beginning, or in a column further right. */
export function rowDates(line: ReadLine, columns: Columns | null): LeadingDates | null {
  const at = columns?.columns.findIndex(({ role }) => role === 'date') ?? -1
  const hasLeadingDate =
    at <= 0 || columns!.columns.slice(0, at).every(({ role }) => LEADING.includes(role))
  if (hasLeadingDate || line.amounts.length === 0) {
    const leading = leadingDates(line, columns)
    return leading && isAmongWords(leading.date, columns) ? null : leading
  }
  const { x0, x1 } = columns!.columns[at]!
  const date = line.dates.find((each) => each.x0 < x1 + HEAD_DRIFT && each.x1 > x0 - HEAD_DRIFT)
  return date ? { date, postDate: null, end: 0, number: null } : leadingDates(line, columns)
}

/** Days stand this far left of the words of their rows at least, in points. */
const WORDS_GAP = 12

/**
 * Whether a line begins with a day where the words of rows do, `OCT12 LEEDS@14:06`, though days
 * have a column left of them.
 */
function isAmongWords({ x0 }: PlacedDate, columns: Columns | null): boolean {
  const [date, words] = ['date', 'description'].map((role) =>
    columns?.columns.find((column) => column.role === role),
  )
  return (
    date !== undefined &&
    words !== undefined &&
    date.x1 + WORDS_GAP < words.x0 &&
    x0 >= words.x0 - EDGE_DRIFT &&
    x0 > date.x1 + HEAD_DRIFT
  )
}

// ` 14:22`   ` 09:01:55 AM`
const TIME = /^,? ?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?= )/i

/** The date, or two dates, that the line begins with; null when it begins with words. */
function leadingDates(line: ReadLine, columns: Columns | null): LeadingDates | null {
  const first = line.dates[0]
  if (!first || first.from > MAX_LEAD_LENGTH) return null
  const lead = line.text.slice(0, first.from).trim()
  // Before the date stand at most a number and marks: `1043 *`, `12.`, `•`.
  if (/\p{L}/u.test(lead)) return null
  const number = /\d{1,12}/.exec(lead)?.[0] ?? null
  const second = line.dates[1]
  if (!second || line.text.slice(first.to, second.from).trim() !== '') {
    const [time = ''] = TIME.exec(line.text.slice(first.to)) ?? []
    return { date: first, postDate: null, end: first.to + time.length, number }
  }
  const roles = columns?.columns.map(({ role }) => role) ?? []
  // The second date is then the day of value, which is neither.
  if (roles.includes('valueDate')) return { date: first, postDate: null, end: second.to, number }
  const isPostFirst =
    roles.includes('postDate') && roles.indexOf('postDate') < roles.indexOf('date')
  return isPostFirst
    ? { date: second, postDate: first, end: second.to, number }
    : { date: first, postDate: second, end: second.to, number }
}

/** A row of the line's dates and amounts; its amounts may still follow on the next line. */
export function buildRow(
  line: ReadLine,
  leading: LeadingDates,
  columns: Columns | null,
): PrintedRow {
  const amounts = line.amounts.filter(({ from }) => from >= leading.end)
  const placed = columns ? placeCells(line, amounts, columns) : new Map<AmountRole, PlacedAmount>()
  const loose = columns ? [] : tableAmounts(line, amounts, leading.end)
  const check = columns ? readCheckNumber(line, leading, columns) : null
  const used = [...placed.values(), ...loose, ...(check?.token ? [check.token] : [])]
  const excluded = columns
    ? EXCLUDED_ROLES.flatMap((role) =>
        wordsUnder(line, leading, { columns: behindWords(columns), role }),
      ).concat(passedAmounts(amounts, columns))
    : []
  const behind = dayBehind(line, used)
  const dates = columns ? [...columnDates(line, leading, columns), ...behind] : []
  const lead = { from: 0, to: leading.end }
  const references = columns ? referencesBefore(line, leading, columns) : []
  const parts = [
    lead,
    ...used,
    ...excluded,
    ...references,
    ...dates,
    ...foreignCells(line, leading.end),
  ]
  const found = columns ? readCode(line, leading, columns) : null
  // The only word of a row is no code before its words.
  const code = found && textWithout(line, [...parts, found]) !== '' ? found : null
  return {
    date: leading.date,
    postDate: leading.postDate,
    cells: Object.fromEntries(placed),
    loose,
    description: [textWithout(line, code ? [...parts, code] : parts)],
    checkNumber: check?.number ?? null,
    typeWords: code?.text ?? (columns && readTypeWords(line, leading, columns)),
    section: null,
    isListed: false,
    isUnnamed: isUnnamed(line, excluded, columns),
    lines: [line],
    leftOut: [...excluded, ...references, ...(code ? [code] : [])].map((each) => ({
      ...each,
      line,
    })),
  }
}

/** `385.60 Euro` in a cell of its own behind the words is what the row cost abroad. */
function foreignCells({ text }: ReadLine, begin: number): { from: number; to: number }[] {
  return [...text.matchAll(/(?<= {2})\S+(?: \S+)*(?= {2})/g)]
    .filter(({ index }) => /\p{L}{2}/u.test(text.slice(begin, index)))
    .filter(([cell]) => /\p{L}/u.test(cell) && isForeignLine(cell))
    .map(({ 0: cell, index }) => ({ from: index, to: index + cell.length }))
}

/** Whether words are left out though no head names those of rows. */
function isUnnamed(
  { text }: ReadLine,
  leftOut: readonly { from: number; to: number }[],
  columns: Columns | null,
): boolean {
  if (!columns || columns.columns.some(({ role }) => role === 'description')) return false
  return leftOut.some(({ from, to }) => /\p{L}{3}/u.test(text.slice(from, to)))
}

/**
 * The amounts by their columns. Money moves one way: of two the one that its words run on to,
 * `TENOR 12M 6.60`, is none.
 */
function placeCells(
  line: ReadLine,
  amounts: readonly PlacedAmount[],
  columns: Columns,
): Map<AmountRole, PlacedAmount> {
  const placed = placeAmounts(amounts, columns)
  if (!placed.has('debit') || !placed.has('credit')) return placed
  const apart = placeAmounts(
    amounts.filter((amount) => !isInWords(line, amount)),
    columns,
  )
  return apart.has('debit') || apart.has('credit') ? apart : placed
}

/**
 * A code of letters in a column of its own before the words: `DD  BRIGHTLEAF REALTY`, with a card
 * `CD 5518  CORNER CAFE`. Longer words of such a column, as `EFTPOS`, are kept.
 */
function readCode(
  line: ReadLine,
  leading: LeadingDates,
  columns: Columns,
): { text: string; from: number; to: number } | null {
  const match = CODE.exec(line.text.slice(leading.end))
  if (!match) return null
  const from = leading.end + match[0].indexOf(match[1]!)
  const word = line.words[line.offsets.indexOf(from)]
  // Small letters are a code only under a head of codes.
  const isUnder = word && headsBefore(columns).some(({ x0, x1 }) => word.x0 < x1 && word.x1 > x0)
  if (!isUnder && /^\p{Ll}/u.test(match[1]!)) return null
  return { text: match[1]!, from, to: from + match[1]!.length }
}

// `DD  `   `CD 5518  `   `bg  `   `)))  `
const CODE = /^\s*([A-Z]{2,3}(?: \d{4})?|[a-z]{2,3}|\){2,3}) {2}(?=[\p{L}\d])/u

/**
 * Kinds before the words belong to them, `EFTPOS  FOUR SQUARE`, but for those of processors,
 * `Charge  Order 20418`; codes behind them do not.
 */
const EXCLUDED_ROLES: readonly ColumnRole[] = ['ignored', 'direction']

// `7418`   `TBKTCH1RL8`   `26-0119`   `24945807302157368193036`   `'001401`
const REFERENCE = /^'?(?:\d{3,}|(?=[A-Z\d-]*\d)(?=\d*[A-Z-])[A-Z\d-]{6,})$/

// `NL07 RABK 0300 5511 22`
const IBAN =
  /(?<![A-Z\d])[A-Z]{2}\d{2}(?: ?[A-Z]{4})?(?: ?(?=[A-Z]*\d)[A-Z\d]{4}){2,7}(?: ?(?=[A-Z]*\d)[A-Z\d]{1,3})?(?![A-Z\d])/g

/** The reference, or the other party's account, in a column of its own before a row's words. */
function referencesBefore(
  line: ReadLine,
  leading: LeadingDates,
  columns: Columns,
): { from: number; to: number }[] {
  const words = columns.columns.find(({ role }) => role === 'description')
  const heads = headsBefore(columns)
  const isUnder = ({ x0, x1 }: Span): boolean => heads.some((head) => x0 < head.x1 && x1 > head.x0)
  const references = line.words.flatMap((word, at) => {
    const from = line.offsets[at]!
    const isIn = isUnder(word) && from >= leading.end
    return isIn && REFERENCE.test(word.text) && word.x1 < words!.x0
      ? [{ from, to: from + word.text.length }]
      : []
  })
  const accounts = [...line.text.matchAll(IBAN)].flatMap(({ index, 0: text }) => {
    const first = line.words[line.offsets.indexOf(index)]
    return first && isUnder(first) ? [{ from: index, to: index + text.length }] : []
  })
  return [...references, ...accounts]
}

/** Heads of references and codes that stand before that of the words. */
function headsBefore({ columns }: Columns): Columns['columns'] {
  const words = columns.findIndex(({ role }) => role === 'description')
  return columns.filter(({ role }, at) => role === 'ignored' && at < words)
}

/**
 * The columns without references that stand before the description: they are read with it. What
 * stands between figures and words, a branch, is a column of its own.
 */
function behindWords(columns: Columns): Columns {
  const roles = columns.columns.map(({ role }) => role)
  const isNamed = roles.includes('description')
  const first = isNamed ? roles.findIndex((role) => WORDS_OR_FIGURES.includes(role)) : -1
  const own = columns.columns.filter(({ role }, at) => role !== 'ignored' || at > first)
  return { ...columns, columns: own }
}

const FIGURES: readonly ColumnRole[] = ['amount', 'debit', 'credit', 'balance']
const WORDS_OR_FIGURES: readonly ColumnRole[] = ['description', ...FIGURES]

/** Dates in columns of dates further right, such as the day of value. */
function columnDates(line: ReadLine, leading: LeadingDates, { columns }: Columns): PlacedDate[] {
  const heads = columns.filter(({ role }) => role.toLowerCase().endsWith('date'))
  return line.dates.filter(
    (date) =>
      date.from >= leading.end &&
      heads.some(({ x0, x1 }) => date.x0 < x1 + HEAD_DRIFT && date.x1 > x0 - HEAD_DRIFT),
  )
}

/** A day alone behind the last figure, as that of settlement, is no word. */
function dayBehind(line: ReadLine, figures: readonly { to: number }[]): PlacedDate[] {
  const last = Math.max(...figures.map(({ to }) => to), 0)
  const day = line.dates.find(({ from }) => last > 0 && from >= last)
  const isAlone = day && line.text.slice(last).trim() === line.text.slice(day.from, day.to).trim()
  return isAlone ? [day] : []
}

/** The words of the column that holds the bank's own kind of transaction, null without one. */
export function readTypeWords(
  line: ReadLine,
  leading: LeadingDates,
  columns: Columns,
): string | null {
  const tokens = wordsUnder(line, leading, { columns, role: 'direction' })
  return tokens.map(({ from, to }) => line.text.slice(from, to)).join(' ') || null
}

function wordsUnder(
  line: ReadLine,
  leading: LeadingDates,
  { columns: { columns }, role }: { columns: Columns; role: ColumnRole },
): { from: number; to: number }[] {
  const words = columns.findIndex((column) => column.role === 'description')
  const figures = columns.findIndex((column) => FIGURES.includes(column.role))
  const isProcessor = columns.some(({ isAfterFee }) => isAfterFee === true)
  return columns.flatMap((column, at) => {
    const isKind = at < words && (figures < 0 || at < figures)
    if (column.role !== role || (isKind && !isProcessor)) return []
    const end = columns[at + 1]?.x0 ?? Infinity
    return line.words.flatMap(({ x0, x1, text }, index) => {
      const from = line.offsets[index]!
      const isUnder = x0 < column.x1 && x1 > column.x0
      const isIn = isUnder || (x0 >= column.x0 - EDGE_DRIFT && x0 < end - EDGE_DRIFT)
      return isIn && from >= leading.end ? [{ from, to: from + text.length }] : []
    })
  })
}

/** What stands on a further line of a row and is none of its words. */
export function leftOutBelow(
  line: ReadLine,
  row: PrintedRow,
  columns: Columns | null,
): { from: number; to: number }[] {
  return [...cellsBelow(line, row, columns), ...currenciesBelow(line, row.lines)]
}

/** Cells under a column whose words the row leaves out: `Deposit` below `Direct`. */
function cellsBelow(
  line: ReadLine,
  { leftOut = [], date, postDate }: PrintedRow,
  columns: Columns | null,
): { from: number; to: number }[] {
  if (columns === null || leftOut.length === 0) return []
  const leading = { date, postDate, end: 0, number: null }
  const under = EXCLUDED_ROLES.flatMap((role) =>
    wordsUnder(line, leading, { columns: behindWords(columns), role }),
  )
  let end = 0
  return under.filter(({ from, to }) => {
    const isCell = from === 0 || line.text.slice(from - 2, from) === '  '
    const isKept = isCell || (end > 0 && from === end + 1)
    if (isKept) end = to
    return isKept
  })
}

function readCheckNumber(
  line: ReadLine,
  leading: LeadingDates,
  { columns }: Columns,
): { number: string; token: { from: number; to: number } | null } | null {
  const column = columns.find(({ role }) => role === 'check')
  if (!column) return null
  const at = line.words.findIndex(
    ({ x0, x1, text }, index) =>
      line.offsets[index]! >= leading.end &&
      x0 < column.x1 + HEAD_DRIFT &&
      x1 > column.x0 - HEAD_DRIFT &&
      CHECK_NUMBER.test(text) &&
      !isBehindWords(line, leading.end, line.offsets[index]!),
  )
  if (at < 0) return leading.number === null ? null : { number: leading.number, token: null }
  const from = line.offsets[at]!
  const { text } = line.words[at]!
  return { number: text.replaceAll(/\D/g, ''), token: { from, to: from + text.length } }
}

/** Whether words run on to what stands there: `FD PREMAT CLOSURE 0091`. */
function isBehindWords({ text }: ReadLine, from: number, to: number): boolean {
  const gap = text.lastIndexOf('  ', to)
  return /\p{L}/u.test(text.slice(Math.max(gap, from), to))
}

// `1043`   `#1043`   `1043*`
const CHECK_NUMBER = /^#?\d{1,10}\*?$/

/** Whether the row moves money: an amount beside a mere balance. */
export function hasAmount(row: PrintedRow): boolean {
  const { amount, debit, credit } = row.cells
  return row.loose.length > 0 || [amount, debit, credit].some((cell) => cell !== undefined)
}

/** Without a header only amounts at the end of the line, or right after the date, count. */
function tableAmounts(line: ReadLine, amounts: PlacedAmount[], from: number): PlacedAmount[] {
  const trailing: PlacedAmount[] = []
  let end = line.text.length
  for (const amount of amounts.toReversed()) {
    if (line.text.slice(amount.to, end).trim() !== '') break
    trailing.unshift(amount)
    end = amount.from
  }
  if (trailing.length > 0) return trailing
  return amounts.filter((amount) => line.text.slice(from, amount.from).trim() === '').slice(0, 1)
}

/** Whether the line's amounts stand under those of an earlier row, or under their heads. */
export function isAligned(line: ReadLine, columns: Columns, above: PrintedRow | null): boolean {
  const placed = placeAmounts(line.amounts, columns)
  return [...placed].some(([role, amount]) => {
    const reference = above?.cells[role]
    if (role === 'balance') return false
    if (reference) return Math.abs(reference.x1 - amount.x1) <= EDGE_DRIFT
    const column = columns.columns.find((candidate) => candidate.role === role)!
    const drift = Math.min(Math.abs(column.x1 - amount.x1), Math.abs(column.x0 - amount.x0))
    return drift <= HEAD_DRIFT
  })
}

const GLUED = 0.1

/** Where the row's own words begin, in points. */
export function descriptionEdge(row: PrintedRow, columns: Columns | null): number {
  const column = columns?.columns.find(({ role }) => role === 'description')
  const line = row.lines[0]!
  const lead = row.postDate ?? row.date
  const isDate = (at: number): boolean => line.dates.some(({ from, to }) => at >= from && at < to)
  // A word that begins before the date ends is glued to it; a day of value is no word.
  const word = line.words.find(({ x1 }, at) => x1 > lead.x1 + GLUED && !isDate(line.offsets[at]!))
  return Math.min(column?.x0 ?? Infinity, word ? Math.max(word.x0, lead.x1) : Infinity)
}
