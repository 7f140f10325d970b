import { boxAround, type Box } from '../../../values/box.ts'
import type { Cents } from '../../../values/money.ts'
import { signedCents } from '../../print/amounts.ts'
import { balanceSign } from '../../reconcile/reconcile.ts'
import type { AccountType, StatementRow, StatementSection } from '../../statement.ts'
import type { SectionKind } from '../../vocabulary/vocabulary.ts'
import type { AmountRole } from '../heads/columns.ts'
import { withoutForeign } from '../../currency/money-abroad.ts'
import type { PrintedTables, PrintedRow, PrintedSection } from '../assembly/printed-tables.ts'
import type { PlacedAmount } from '../../print/read-line.ts'

/**
 * How amounts outside of named columns and titled sections are signed: as printed, reversed
 * (charges printed as plain numbers), as money out unless a plus says otherwise, by the change of
 * the running balance, or as the words of the row say.
 */
export type SignReading = 'as_printed' | 'inverted' | 'plus_in' | 'by_balance' | 'by_words'

/** The direction of a section's rows; null where the rows state it themselves. */
const SECTION_SIGNS: Record<SectionKind, 1 | -1 | null> = {
  deposits: 1,
  withdrawals: -1,
  checks: -1,
  fees: -1,
  interest: 1,
  activity: null,
  daily: null,
  skip: null,
  pending: null,
}

export interface SignSource {
  tables: PrintedTables
  accountType: AccountType
  openingBalance: Cents | null
}

/** The sign of a section's rows as the holder sees it: interest is earned, or on a card charged. */
export function sectionSign(section: PrintedSection | undefined, type: AccountType): 1 | -1 | null {
  if (!section) return null
  if (section.kind === 'interest') return balanceSign({ accountType: type })
  return SECTION_SIGNS[section.kind]
}

/** Each row's amount, signed for the holder, in the order of the rows. */
export function signedAmounts(source: SignSource, reading: SignReading): Cents[] {
  const { tables, accountType } = source
  const negatives = negativeGroups(tables)
  return tables.rows.map((row, index) => {
    const [role, amount] = movingCell(row)
    if (amount.marker) return amount.marker === 'credit' ? amount.cents : -amount.cents
    const base =
      role === 'credit'
        ? 1
        : role === 'debit'
          ? -1
          : sectionSign(getSection(tables, row), accountType)
    if (base !== null) {
      // In a column of withdrawals printed with minus, a plain number is the exception.
      const isUsual = (amount.sign === -1) === negatives.has(getSignGroup(tables, row))
      return isUsual ? base * amount.cents : -base * amount.cents
    }
    const printed = amount.sign === -1 ? -amount.cents : amount.cents
    if (reading === 'plus_in') return amount.sign === 1 ? amount.cents : -amount.cents
    if (reading === 'by_balance') return signByBalance(source, index) ?? printed
    if (reading === 'by_words') return row.named === 1 ? amount.cents : -amount.cents
    return reading === 'inverted' ? -printed : printed
  })
}

/** Whether any amount takes its sign from the reading. */
export function hasOpenSigns(source: Omit<SignSource, 'openingBalance'>): boolean {
  return source.tables.rows.some((row) => isOpenRow(source, row))
}

/** Whether neither a column, a mark nor the row's section says which way its money went. */
export function isOpenRow(
  { tables, accountType }: Omit<SignSource, 'openingBalance'>,
  row: PrintedRow,
): boolean {
  const [role, amount] = movingCell(row)
  const isMarked = role !== 'amount' || amount.marker !== null
  return !isMarked && sectionSign(getSection(tables, row), accountType) === null
}

/** Whether plain amounts may take their direction from the words of their rows, which name both. */
export function hasNamedSigns(source: Omit<SignSource, 'openingBalance'>): boolean {
  const open = source.tables.rows.filter((row) => isOpenRow(source, row))
  const named = new Set(open.map((row) => row.named))
  const isPlain = open.every((row) => movingCell(row)[1].sign === 0)
  return isPlain && named.has(1) && named.has(-1)
}

/** Whether some amounts are printed with a plus and others without any sign. */
export function hasPlusSigns({ rows }: PrintedTables): boolean {
  const signs = new Set(rows.map((row) => movingCell(row)[1].sign))
  return signs.has(1) && signs.has(0)
}

/** The cell that moves money; every row has one. */
export function movingCell(row: PrintedRow): [AmountRole, PlacedAmount] {
  const { debit, credit, amount } = row.cells
  if (debit && debit.cents !== 0) return ['debit', debit]
  if (credit && (credit.cents !== 0 || !amount)) return ['credit', credit]
  if (amount) return ['amount', amount]
  return debit ? ['debit', debit] : ['amount', row.loose[0]!]
}

export function readBalance(row: PrintedRow): Cents | null {
  const printed = row.cells.balance ?? (row.loose.length > 1 ? row.loose.at(-1) : undefined)
  return printed ? signedCents(printed) : null
}

function getSection(tables: PrintedTables, row: PrintedRow): PrintedSection | undefined {
  const place = findSection(tables, row)
  return place === null ? undefined : tables.sections[place]
}

/** The index of the row's section, null outside of any. */
function findSection({ endsAtHeadings }: PrintedTables, row: PrintedRow): number | null {
  return endsAtHeadings && row.isUnderOther ? null : row.section
}

function getSignGroup(tables: PrintedTables, row: PrintedRow): string {
  const [role] = movingCell(row)
  return role === 'amount' ? `section ${findSection(tables, row)}` : role
}

/** Groups mostly printed with a minus; of equally many the greater sums decide. */
function negativeGroups(tables: PrintedTables): Set<string> {
  const balance = new Map<string, number>()
  for (const row of tables.rows) {
    const group = getSignGroup(tables, row)
    const { sign, cents } = movingCell(row)[1]
    const weight = 1 + cents / 1e12
    balance.set(group, (balance.get(group) ?? 0) + (sign === -1 ? weight : -weight))
  }
  return new Set([...balance].filter(([, excess]) => excess > 0).map(([group]) => group))
}

/** The direction in which the amount leads from the neighboring balance to the row's own. */
function signByBalance(
  { tables, accountType, openingBalance }: SignSource,
  index: number,
): Cents | null {
  const { rows } = tables
  const own = readBalance(rows[index]!)
  if (own === null) return null
  const { cents } = movingCell(rows[index]!)[1]
  const above = index === 0 ? openingBalance : readBalance(rows[index - 1]!)
  const below = index + 1 < rows.length ? readBalance(rows[index + 1]!) : openingBalance
  for (const neighbor of [above, below]) {
    if (neighbor !== null && Math.abs(own - neighbor) === cents) {
      return (own - neighbor) * balanceSign({ accountType })
    }
  }
  return null
}

/** Sections as the statement reports them, without those named only in a summary. */
export function buildSections(source: SignSource, amounts: readonly Cents[]): StatementSection[] {
  const { tables, accountType } = source
  const negatives = negativeGroups(tables)
  // A title may stand over a summary of tables that follow under titles of their own.
  const elsewhere = sumsOfTables(tables, amounts)
  return tables.sections.flatMap((section, index) => {
    const all = amounts.filter((_, at) => findSection(tables, tables.rows[at]!) === index)
    const sign = sectionSign(section, accountType)
    const own = ofDirection(all, sign, section)
    const { name, printedCount, summaryTotal, closingTotal } = section
    const isUsual = !negatives.has(`section ${index}`)
    // The sum of a whole direction may have the name of one of its sections.
    const added = Math.abs(own.reduce((sum, amount) => sum + amount, 0))
    const isOfAll =
      Math.abs(closingTotal ?? -1) === added && elsewhere.has(Math.abs(summaryTotal ?? -1))
    const totals = [closingTotal, isOfAll ? null : summaryTotal]
      .filter((cents) => cents !== null)
      .map((cents) => signedTotal(cents, sign, isUsual))
    const isMissing =
      !section.isSummary &&
      sign !== null &&
      (totals[0] ?? 0) !== 0 &&
      !elsewhere.has(Math.abs(totals[0]!))
    if (own.length === 0 && !isMissing) return []
    const parsedTotal = own.reduce((sum, amount) => sum + amount, 0)
    // Of two printed totals that differ, the one that the rows do not add up to is reported.
    const printedTotal =
      totals.find((cents) => Math.abs(cents) !== Math.abs(parsedTotal)) ?? totals[0] ?? null
    const difference = printedTotal === null ? null : printedTotal - parsedTotal
    return [{ name, printedTotal, printedCount, parsedTotal, parsedCount: own.length, difference }]
  })
}

/**
 * The amounts that a printed total sums up: those of its direction alone where they come to it, as
 * in a line `Credits 1,512.10` over rows of both.
 */
function ofDirection(
  amounts: readonly Cents[],
  sign: 1 | -1 | null,
  { closingTotal, summaryTotal }: PrintedSection,
): readonly Cents[] {
  const own = amounts.filter((amount) => Math.sign(amount) === sign)
  const sum = own.reduce((total, amount) => total + Math.abs(amount), 0)
  const isSum = [closingTotal, summaryTotal].some((cents) => Math.abs(cents ?? 0) === sum)
  return isSum && sum > 0 ? own : amounts
}

/** Sums of the rows of each direction, per table and in all, unsigned. */
function sumsOfTables(tables: PrintedTables, amounts: readonly Cents[]): Set<Cents> {
  const sums = new Map<string, Cents>()
  const add = (key: string, cents: Cents): void => void sums.set(key, (sums.get(key) ?? 0) + cents)
  tables.rows.forEach((row, at) => {
    const direction = Math.sign(amounts[at]!)
    add(`${direction}`, amounts[at]!)
    add(`${direction} ${findSection(tables, row)}`, amounts[at]!)
  })
  return new Set([...sums.values()].map((sum) => Math.abs(sum)))
}

/** A total is printed without a sign; a minus counts only where deposits are plain numbers. */
function signedTotal(cents: Cents, sign: 1 | -1 | null, isUsual: boolean): Cents {
  if (sign === null) return cents
  const isFlipped = sign === 1 && cents < 0 && isUsual
  return (isFlipped ? -sign : sign) * Math.abs(cents)
}

// `Payroll ............`
const LEADERS = / ?[.·…]{4,}$/

/** The row's words; of a check that prints none, or a lone mark of its bank, its number. */
function buildDescription({ description, checkNumber }: PrintedRow): string {
  const text = withoutForeign(description.filter((part) => part !== ''))
    .join(' ')
    .replace(LEADERS, '')
  return checkNumber !== null && !/[\p{L}\p{N}]{2}/u.test(text) ? `Check ${checkNumber}` : text
}

export function statementRow(
  tables: PrintedTables,
  row: PrintedRow,
  { date, postedOn, amount }: Pick<StatementRow, 'date' | 'postedOn' | 'amount'>,
): StatementRow {
  const first = row.lines[0]!
  const lines = row.lines.filter(({ page }) => page === first.page)
  const section = getSection(tables, row)
  return {
    date,
    postedOn,
    amount,
    description: buildDescription(row),
    balance: readBalance(row),
    page: first.page,
    box: boxAround(lines.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1])).map(
      (point) => Math.round(point * 100) / 100,
    ) as Box,
    lineText: row.lines.map(({ text }) => text).join('\n'),
    section: section?.name ?? null,
    checkNumber: row.checkNumber,
    externalId: null,
    bankType: row.typeWords,
    isPending: section?.kind === 'pending',
    currency: null,
  }
}
