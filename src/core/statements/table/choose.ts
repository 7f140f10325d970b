import { balanceSign, reconcileStatement } from '../reconcile/reconcile.ts'
import type { AccountType, ReconciliationStatus, Statement } from '../statement.ts'
import { asOwed, balancePair, dailyBalances, printedTotals } from './balances.ts'
import { unmatchedSummaries } from './summaries.ts'
import type { Dating } from './dating.ts'
import type { Lexicon } from '../vocabulary/lexicon.ts'
import type { PrintedTables, PrintedRow } from './assembly/printed-tables.ts'
import { compareSums } from './signs/direction.ts'
import { isContradicted, movementVotes } from './signs/movements.ts'
import {
  readBalance,
  hasNamedSigns,
  hasOpenSigns,
  hasPlusSigns,
  movingCell,
  buildSections,
  signedAmounts,
  statementRow,
  type SignReading,
} from './signs/readings.ts'

/** What the head of a statement says; no reading of the rows changes it. */
export type StatementHead = Pick<
  Statement,
  | 'index'
  | 'institutionName'
  | 'accountHolderNames'
  | 'accountHolderAddress'
  | 'feesPrinted'
  | 'accountNumber'
  | 'accountLast4'
  | 'routingNumber'
  | 'accountType'
  | 'currency'
  | 'currencySource'
  | 'pages'
  | 'layoutId'
>

interface Candidate {
  statement: Statement
  signs: SignReading
  choice: string
}

const STATUS_RANK: Record<ReconciliationStatus, number> = {
  reconciled: 4,
  reconciled_by_totals: 3,
  empty: 3,
  unverifiable: 1,
  unreconciled: 0,
}

/**
 * The statement under the reading that its own arithmetic supports best. A choice between readings
 * with different amounts is noted in `choices`.
 */
export function bestStatement(
  tables: PrintedTables,
  { head, mayBeCard, lexicon }: { head: StatementHead; mayBeCard: boolean; lexicon: Lexicon },
  dating: Dating,
): Statement {
  const plain = listAccountTypes(head.accountType).flatMap((accountType) =>
    buildCandidates(tables, { ...head, accountType }, dating),
  )
  const card: StatementHead = { ...head, accountType: 'credit_card' }
  const isOpen = mayBeCard && head.accountType === 'unknown'
  // Charges printed with a minus over a balance that grows with them are those of a card.
  const asCard = isOpen ? buildCandidates(tables, card, dating).filter(isAsPrinted) : []
  const candidates = [...asCard, ...plain]
  const likely = pickBest(candidates)
  const turned = turnedAbout(likely, { tables, head, mayBeCard, lexicon, dating })
  if (turned) candidates.push(turned)
  const best = turned ?? likely
  const isChosen = candidates.some((other) => differs(other, best))
  const choices =
    isChosen && best.choice !== ''
      ? [`${best.choice} The balances agree best with this reading.`]
      : []
  return { ...best.statement, choices: [...dating.choices, ...choices] }
}

interface Turning {
  tables: PrintedTables
  head: StatementHead
  mayBeCard: boolean
  lexicon: Lexicon
  dating: Dating
}

/** So many rows, and so large a share of all, must say that money moved the other way. */
const TURNING_ROWS = 2
const TURNING_SHARE = 0.25

/**
 * The same print with the balance owed instead of held, or the other way around. Both close where
 * the signs of amounts are open, so the rows' words decide, a payment received lowers what is owed,
 * or the printed sums of money in and out. Null where neither contradicts the reading.
 */
function turnedAbout(
  { statement }: Candidate,
  { tables, head, mayBeCard, lexicon, dating }: Turning,
): Candidate | null {
  const votes = movementVotes(statement.rows, lexicon)
  const least = Math.max(TURNING_ROWS, TURNING_SHARE * statement.rows.length)
  const bySums = compareSums(statement, tables) === 'contrary'
  if (!bySums && (!isContradicted(votes) || votes.contrary < least)) return null
  const isHeld = balanceSign(statement) === 1
  const accountType = isHeld ? (mayBeCard ? 'credit_card' : 'line_of_credit') : 'unknown'
  const other = pickBest(buildCandidates(tables, { ...head, accountType }, dating))
  const isAsGood = scoreStatement(other.statement) >= scoreStatement(statement)
  const isMeant = movementVotes(other.statement.rows, lexicon).contrary <= votes.agreeing
  const isSummed = !bySums || compareSums(other.statement, tables) === 'agreeing'
  if (!isAsGood || !isMeant || !isSummed) return null
  const shown = bySums ? 'the printed sums show it' : 'the descriptions of the rows show it'
  const choice = `The balance is read as ${isHeld ? 'owed' : 'held'}: ${shown}.`
  return { ...other, choice: [choice, other.choice].join(' ').trim() }
}

function pickBest(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((a, b) =>
    scoreStatement(b.statement) > scoreStatement(a.statement) ? b : a,
  )
}

/** Loans are also advertised on statements of other accounts; the balances decide which it is. */
function listAccountTypes(accountType: AccountType): AccountType[] {
  return accountType === 'loan' || accountType === 'line_of_credit'
    ? [accountType, 'unknown']
    : [accountType]
}

function buildCandidates(tables: PrintedTables, head: StatementHead, dating: Dating): Candidate[] {
  const printed = head.accountType === 'credit_card' ? asOwed(tables) : tables
  return buildVariants(printed).flatMap((variant) =>
    signReadings(variant.tables, head.accountType).map((signs) => ({
      statement: buildStatement(variant.tables, { head, dating, signs }),
      signs,
      choice: [variant.choice, SIGN_CHOICES[signs]].filter((text) => text !== '').join(' '),
    })),
  )
}

function isAsPrinted({ signs }: Candidate): boolean {
  return signs === 'as_printed'
}

const SIGN_CHOICES: Record<SignReading, string> = {
  as_printed: '',
  inverted: 'Amounts are read as charges: plain numbers are money out.',
  plus_in: 'Amounts without a plus are money out.',
  by_balance: 'Amounts take their sign from the running balance.',
  by_words: 'Amounts take their direction from the words of their rows.',
}

interface Variant {
  tables: PrintedTables
  choice: string
}

/** The rows as read, and those below a heading of unknown wording outside of the section above. */
function buildVariants(tables: PrintedTables): Variant[] {
  const variants = listVariants(tables)
  if (tables.rows.every(({ isUnderOther }) => !isUnderOther)) return variants
  const ended = variants.map((variant) => ({
    tables: { ...variant.tables, endsAtHeadings: true },
    choice: `${variant.choice} A heading ends the section above it.`.trim(),
  }))
  return [...variants, ...ended]
}

/** The rows as read and, when a list of checks only repeats rows of the table, without it. */
function listVariants(tables: PrintedTables): Variant[] {
  const table = tables.rows.filter((row) => !row.isListed)
  const listed = tables.rows.filter((row) => row.isListed)
  const whole = { tables, choice: '' }
  if (listed.length === 0 || table.length === 0 || !isRepeated(listed, table)) return [whole]
  const choice = 'The list of checks repeats rows of the table and is left out.'
  return [whole, { tables: { ...tables, rows: table }, choice }]
}

function isRepeated(listed: readonly PrintedRow[], table: readonly PrintedRow[]): boolean {
  const left = new Map<number, number>()
  for (const row of table) {
    const { cents } = movingCell(row)[1]
    left.set(cents, (left.get(cents) ?? 0) + 1)
  }
  return listed.every((row) => {
    const { cents } = movingCell(row)[1]
    const count = left.get(cents) ?? 0
    left.set(cents, count - 1)
    return count > 0
  })
}

function signReadings(tables: PrintedTables, accountType: AccountType): SignReading[] {
  const source = { tables, accountType }
  if (!hasOpenSigns(source)) return ['as_printed']
  const hasBalances = tables.rows.some((row) => readBalance(row) !== null)
  const plain: SignReading[] =
    accountType === 'credit_card' ? ['inverted', 'as_printed'] : ['as_printed', 'inverted']
  if (hasPlusSigns(tables)) plain.push('plus_in')
  if (hasNamedSigns(source)) plain.push('by_words')
  return hasBalances ? [...plain, 'by_balance'] : plain
}

function buildStatement(
  tables: PrintedTables,
  { head, dating, signs }: { head: StatementHead; dating: Dating; signs: SignReading },
): Statement {
  const sign = balanceSign(head)
  const first = balancePair(tables, 0).opening
  const signSource = { tables, accountType: head.accountType, openingBalance: first }
  const amounts = signedAmounts(signSource, signs)
  const pair = balancePair(tables, sign * amounts.reduce((sum, amount) => sum + amount, 0))
  const rows = tables.rows.flatMap((row, index) => {
    const date = dating.dates.get(row) ?? null
    const postedOn = dating.postedOn.get(row) ?? null
    return date === null
      ? []
      : [statementRow(tables, row, { date, postedOn, amount: amounts[index]! })]
  })
  const sections = buildSections(signSource, amounts)
  const statement: Statement = {
    ...head,
    startDate: dating.period.start,
    endDate: dating.period.end,
    openingBalance: pair.opening,
    closingBalance: pair.closing,
    derivedEdges: [],
    printedTotals: printedTotals(tables, pair, { sign, rows, sections }),
    averageBalancePrinted:
      tables.figures.find(({ label }) => label === 'averageBalance')?.cents ?? null,
    dailyBalances: dailyBalances(tables, dating),
    sections: [...sections, ...unmatchedSummaries({ tables, pair, sign, rows, sections })],
    rows,
    reconciliation: { status: 'unverifiable', difference: null, checks: [], repairCandidates: [] },
    choices: [],
  }
  return { ...statement, reconciliation: reconcileStatement(statement) }
}

function scoreStatement({ reconciliation }: Statement): number {
  const failed = reconciliation.checks.filter(({ passed }) => !passed)
  const failedRows = failed.reduce((count, { rows }) => count + Math.max(1, rows.length), 0)
  return STATUS_RANK[reconciliation.status] - failedRows / (1 + failedRows)
}

function differs(left: Candidate, right: Candidate): boolean {
  const [a, b] = [left.statement.rows, right.statement.rows]
  return a.length !== b.length || a.some((row, index) => row.amount !== b[index]!.amount)
}
