import type { Cents } from '../../../values/money.ts'
import { balanceSign, isProven, sumRows } from '../../reconcile/reconcile.ts'
import type { AccountType, Statement } from '../../statement.ts'
import type { Lexicon } from '../../vocabulary/lexicon.ts'
import type { PrintedTables, PrintedRow } from '../assembly/printed-tables.ts'
import { isContradicted, movementVotes } from './movements.ts'
import { isOpenRow, movingCell, sectionSign } from './readings.ts'

/** A reading, and what in print may show which way its money went. */
export interface DirectionSource {
  statement: Statement
  tables: PrintedTables
  lexicon: Lexicon
  /** The account type that a heading names; null where only a sentence speaks of one. */
  printedType: AccountType | null
}

export type DirectionDoubt = 'contradicted_by_words' | 'contradicted_by_sums' | 'unproven'

/**
 * What is wrong with the direction of a reading whose plain amounts could all be turned: an account
 * that is owed but read as held closes as well. Null where columns, marks, the account's type, its
 * running balance, its printed sums or the words of its rows show the direction.
 */
export function findDirectionDoubt(source: DirectionSource): DirectionDoubt | null {
  const { statement, tables, lexicon } = source
  const open = tables.rows.filter((row) => isOpen(source, row))
  if (open.length === 0) return null
  const votes = movementVotes(statement.rows, lexicon)
  const sums = compareSums(statement, tables)
  if (isContradicted(votes)) return 'contradicted_by_words'
  if (sums === 'contrary') return 'contradicted_by_sums'
  const isShown =
    votes.agreeing > votes.contrary ||
    sums === 'agreeing' ||
    statement.accountType === source.printedType ||
    hasFixedRows(source, open) ||
    isRunning(statement) ||
    isSigned(open) ||
    isPlusIn(statement, open)
  return isShown ? null : 'unproven'
}

function isOpen({ statement: { accountType }, tables }: DirectionSource, row: PrintedRow): boolean {
  if (isOpenRow({ tables, accountType }, row)) return true
  // The section above a heading of unknown wording may have ended there.
  const [role, { marker }] = movingCell(row)
  return row.isUnderOther === true && role === 'amount' && marker === null
}

/** Rows whose direction is printed and with which the others close fix theirs too. */
function hasFixedRows(
  { statement, tables }: DirectionSource,
  open: readonly PrintedRow[],
): boolean {
  return tables.rows.length > open.length && isProven(statement)
}

function isRunning(statement: Statement): boolean {
  const running = statement.reconciliation.checks.find(({ id }) => id === 'T3')
  return running?.passed === true && balanceSign(statement) === 1
}

/** Whether most amounts print a minus, or all of them some sign: plain amounts are charges. */
function isSigned(open: readonly PrintedRow[]): boolean {
  const signs = open.map((row) => movingCell(row)[1].sign)
  const minusCount = signs.filter((sign) => sign === -1).length
  return minusCount * 2 > signs.length || (minusCount > 0 && !signs.includes(0))
}

/** Whether some amounts print a plus and others none, and those with one were read as money in. */
function isPlusIn({ rows }: Statement, open: readonly PrintedRow[]): boolean {
  const plus = open.map((row) => movingCell(row)[1]).filter(({ sign }) => sign === 1)
  if (plus.length === 0 || plus.length === open.length) return false
  const read = new Set(rows.map(({ amount }) => amount))
  return plus.every(({ cents }) => read.has(cents) && !read.has(-cents))
}

/**
 * Whether the printed sums of money in and out are those of the rows, or those of the rows with
 * every sign turned; null where they are neither.
 */
export function compareSums(
  { rows, accountType }: Statement,
  tables: PrintedTables,
): 'agreeing' | 'contrary' | null {
  const { credits, debits } = sumRows(rows.filter(({ isPending }) => !isPending))
  const printed = printedSums(tables, accountType)
  const isIn = (cents: Cents): boolean => cents !== 0 && printed.in.has(cents)
  const isOut = (cents: Cents): boolean => cents !== 0 && printed.out.has(cents)
  if (isIn(credits) || isOut(debits)) return 'agreeing'
  return isOut(credits) || isIn(debits) ? 'contrary' : null
}

/** `Payments` are made from an account and to a card. */
const EITHER_WAY = /^(?:total )?payments?$/
/** Of more printed sums, not every combination is added up. */
const MAX_SUMS = 8

/** What the printed sums of each direction, and combinations of them, come to. */
function printedSums(
  { figures, sections }: PrintedTables,
  accountType: AccountType,
): { in: Set<Cents>; out: Set<Cents> } {
  const sums: Record<'in' | 'out', Set<Cents>> = { in: new Set(), out: new Set() }
  for (const { label, phrase, cents } of figures) {
    if (label === 'totalCredits' && !EITHER_WAY.test(phrase)) sums.in.add(Math.abs(cents))
    if (label === 'totalDebits' || label === 'charges') sums.out.add(Math.abs(cents))
  }
  for (const section of sections) {
    const sign = EITHER_WAY.test(section.name.toLowerCase()) ? 0 : sectionSign(section, accountType)
    if (section.summaryTotal === null || !sign) continue
    sums[sign === 1 ? 'in' : 'out'].add(Math.abs(section.summaryTotal))
  }
  return { in: combine(sums.in), out: combine(sums.out) }
}

function combine(sums: ReadonlySet<Cents>): Set<Cents> {
  let combined: Cents[] = [0]
  for (const sum of [...sums].slice(0, MAX_SUMS))
    combined = [...combined, ...combined.map((each) => each + sum)]
  return new Set(combined)
}
