import type { PlainDate } from '../../values/dates.ts'
import type { Cents } from '../../values/money.ts'
import { balanceSign, findBreaks } from '../reconcile/reconcile.ts'
import type { Statement, StatementRow } from '../statement.ts'

/** A row of the reading: its place, and what stands there. */
export interface RowPlace {
  position: number
  date: PlainDate
  amount: Cents
}

/** What a person enters for a row; absent fields stay as read. */
export interface RowChange {
  date?: PlainDate
  amount?: Cents
  description?: string
  balance?: Cents | null
}

/** A person's correction of one row. */
export type RowEdit =
  | { kind: 'changed'; place: RowPlace; change: RowChange }
  | { kind: 'removed'; place: RowPlace }
  | { kind: 'added'; id: string; after: number; row: Required<RowChange> }

/** A statement whose rows keep their positions in the reading after a row was removed. */
export interface PlacedStatement {
  statement: Statement
  /** An added row has that of the row before it, −1 at the top. */
  positions: number[]
}

/** Edits with the index of their row in the reading; −1 where it is not there. */
export interface FoundEdit {
  edit: RowEdit
  at: number
}

/**
 * The rows that edits name: at their position, else the nearest row of the same date and amount,
 * since a better reading may have found one more above it.
 */
export function findRows(
  { statement, positions }: PlacedStatement,
  edits: readonly RowEdit[],
): FoundEdit[] {
  const byPosition = new Map(positions.map((position, at) => [position, at]))
  const taken = new Set<number>()
  return edits.map((edit) => {
    if (edit.kind === 'added') return { edit, at: 0 }
    const { position, date, amount } = edit.place
    const fits = (at: number): boolean => {
      const row = statement.rows[at]
      return row?.date === date && row.amount === amount && !taken.has(at)
    }
    const there = byPosition.get(position) ?? -1
    const at = fits(there) ? there : nearest(positions, position, fits)
    taken.add(at)
    return { edit, at }
  })
}

function nearest(
  positions: readonly number[],
  wanted: number,
  fits: (at: number) => boolean,
): number {
  const distance = (at: number): number => Math.abs(positions[at]! - wanted)
  return positions.reduce(
    (best, _, at) => (fits(at) && (best < 0 || distance(at) < distance(best)) ? at : best),
    -1,
  )
}

/** The statement with its rows changed, removed and added. */
export function applyRows(
  { statement, positions }: PlacedStatement,
  found: readonly FoundEdit[],
): PlacedStatement {
  const byRow = new Map(found.filter(({ edit }) => edit.kind !== 'added').map((one) => [one.at, one.edit])) // prettier-ignore
  const added = Map.groupBy(
    found.flatMap(({ edit }) => (edit.kind === 'added' ? [edit] : [])),
    ({ after }) => after,
  )
  const rows: StatementRow[] = []
  const places: number[] = []
  const put = (row: StatementRow, position: number): void => {
    rows.push(row)
    places.push(position)
  }
  const putAdded = (position: number): void =>
    added.get(position)?.forEach((edit) => put(toRow(edit), position))
  putAdded(-1)
  statement.rows.forEach((row, at) => {
    const edit = byRow.get(at)
    if (edit?.kind === 'changed') put({ ...row, ...edit.change }, positions[at]!)
    else if (edit === undefined) put(row, positions[at]!)
    putAdded(positions[at]!)
  })
  return { statement: { ...statement, rows }, positions: places }
}

function toRow({ id, row }: Extract<RowEdit, { kind: 'added' }>): StatementRow {
  const { date, amount, description, balance } = row
  return { ...NOT_PRINTED, date, amount, description, balance, addedAs: id }
}

const NOT_PRINTED: Omit<StatementRow, keyof RowChange> = {
  postedOn: null,
  page: null,
  box: null,
  lineText: '',
  section: null,
  checkNumber: null,
  externalId: null,
  bankType: null,
  isPending: false,
  currency: null,
}

/**
 * The position after which a row belongs: where the running balance lacks just its amount, else
 * after the last row of its date in the order in which the statement runs.
 */
export function placeRow(
  { statement, positions }: PlacedStatement,
  { date, amount }: Pick<StatementRow, 'date' | 'amount'>,
): number {
  const { rows } = statement
  const before = (index: number): number => (index <= 0 ? -1 : positions[index - 1]!)
  const { breaks, isBackward } = findBreaks(statement)
  const lacking = breaks
    .filter(({ expected, actual }) => actual - expected === balanceSign(statement) * amount)
    .toSorted((a, b) => distance(rows[a.index]!, date) - distance(rows[b.index]!, date))[0]
  if (lacking) return before(lacking.index + (isBackward ? 1 : 0))
  const isNewestFirst = rows.length > 1 && rows[0]!.date > rows.at(-1)!.date
  const next = rows.findIndex((row) => (isNewestFirst ? row.date < date : row.date > date))
  return before(next < 0 ? rows.length : next)
}

function distance(row: StatementRow, date: PlainDate): number {
  return Math.abs(Date.parse(row.date) - Date.parse(date))
}
