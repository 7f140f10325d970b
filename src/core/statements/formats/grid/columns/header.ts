import { scanAmount } from '../cells/amounts.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { CURRENCY_CODES, CURRENCY_SYMBOLS } from '../../../currency/currencies.ts'
import { findRole, isWholeHeading, type ColumnRole } from '../words/header-words.ts'
import { plainWords } from '../../../vocabulary/plain-words.ts'

/** The roles of which a table needs one. */
export const MONEY_ROLES = ['amount', 'debit', 'credit'] as const

export interface Column {
  index: number
  /** The heading in plain words without its currency; empty when the table has no header. */
  name: string
  role: ColumnRole
  /** 1 is the best column of its role. */
  rank: number
  /** The currency that the heading prints: `CAD$`, `Amount (USD)`. */
  currency: string | null
  /** The table of headings has it; the role of one that it lacks is a judgement. */
  isKnown: boolean
  /** Whether its words or its money are those of a row is left to a person. */
  isOpen?: true
  /** The account's own holder, who is a party of every row and no word of its text. */
  holder?: string
}

/** The columns of a table by role, best first. */
export interface Columns {
  width: number
  byRole: ReadonlyMap<ColumnRole, readonly Column[]>
}

/**
 * The columns that a row of headings names, or null when the row is no header: it has to name a
 * date and an amount, debit or credit, and may not hold a date or an amount itself.
 */
export function readHeader(cells: readonly string[]): Columns | null {
  const columns = arrangeColumns(readHeadings(cells))
  if (isLabelOfCurrency(cells)) return null
  const hasMoney = MONEY_ROLES.some((role) => columns.byRole.has(role))
  // `Valuta,RON` is a label with its value.
  const isPair = cells.filter((cell) => cell !== '').length < 3 && cells.some(isCurrency)
  return columns.byRole.has('date') && hasMoney && !isPair ? columns : null
}

function isCurrency(cell: string): boolean {
  return CURRENCY_CODES.has(cell.trim())
}

/**
 * `Valuta | EUR` is the currency of the account, though both are headings elsewhere, and so is
 * `Valuta: | SEK` on a line of labels.
 */
function isLabelOfCurrency(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  const at = filled.findIndex((cell) => CURRENCY_CODES.has(cell.toUpperCase()))
  return at > 0 && (filled.length === 2 || filled[at - 1]!.endsWith(':'))
}

/** A column per cell of a row of headings; none when a cell is a date or an amount. */
export function readHeadings(cells: readonly string[]): Column[] {
  if (cells.every((cell, index) => cell === '' || index === 0)) return []
  if (cells.some((cell) => looksLikeDate(cell) || scanAmount(cell) !== null)) return []
  if (cells.some((cell) => LONG_NUMBER.test(cell))) return []
  return cells.map((cell, index) => readHeading(cell, index))
}

/** `6123-884 120 417` behind `Konto`, `GB29 NWBK 6016 1331 9268 19` behind `IBAN`. */
const LONG_NUMBER = /^(?:[A-Z]{2}\d{2}[A-Z\d ]{8,30}|(?=(?:\D*\d){6})\d[\d /-]*\d)$/

/** Columns grouped by role. */
export function arrangeColumns(all: readonly Column[]): Columns {
  const sorted = all.toSorted((left, right) => left.rank - right.rank || left.index - right.index)
  return { width: all.length, byRole: Map.groupBy(sorted, (column) => column.role) }
}

/** The columns of a role, best first; empty when there are none. */
export function selectColumns(columns: Columns, role: ColumnRole): readonly Column[] {
  return columns.byRole.get(role) ?? []
}

function readHeading(cell: string, index: number): Column {
  const currency = currencyIn(cell)
  const name = nameIn(cell, currency)
  if (name === '' && currency !== null)
    return { index, name, role: 'amount', rank: 1, currency, isKnown: true }
  const found = findRole(name)
  const { role, rank } = found ?? { role: 'other' as const, rank: 1 }
  return { index, name, role, rank, currency, isKnown: found !== null }
}

/** The heading in plain words, without brackets where it is known without them. */
function nameIn(cell: string, currency: string | null): string {
  const toName = (text: string): string =>
    plainWords(text)
      .split(' ')
      .filter((word) => currency === null || word.toUpperCase() !== currency)
      .join(' ')
  const whole = toName(cell)
  const bare = toName(cell.replace(/[(（[][^()（）[\]]*[)）\]]/g, ' '))
  return !isWholeHeading(whole) && isWholeHeading(bare) ? bare : whole
}

/** `Amount (USD)`, `CAD$`, `Betrag in €`; codes count only in capitals. */
function currencyIn(cell: string): string | null {
  for (const token of cell.split(/[\s()（）【】「」[\]:：/,_-]+/)) {
    const code = token.replace(/\$$/, '')
    if (CURRENCY_CODES.has(code)) return code
    const symbol = CURRENCY_SYMBOLS.get(token.toLowerCase())
    if (symbol) return symbol
  }
  return null
}
