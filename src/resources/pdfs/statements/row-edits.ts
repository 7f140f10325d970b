import { placeRow, type PlacedStatement } from '../../../core/statements/edits/rows.ts'
import { toCents, toMajor } from '../../../core/values/money.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { MajorChange, MajorRowEdit } from '../../documents/statements/row-edits.ts'
import type { RowPatch } from '../schemas.ts'

/** Corrections of rows that one statement keeps; far more rows are a reading to be made again. */
const MOST_EDITS = 5_000

/** A statement whose rows are edited. */
export interface EditedRows {
  /** As it was read. */
  read: PlacedStatement
  /** With all other corrections, and those made of rows so far. */
  now: PlacedStatement
  /** The transaction of the row of the reading at this position. */
  idAt: ReadonlyMap<number, string>
  edits: readonly MajorRowEdit[]
}

/**
 * The corrections of a statement's rows with these added to them. Throws `transaction_not_found`,
 * `missing_field`, `invalid_amount`, `too_many`.
 */
export function mergeRowPatches(
  statement: EditedRows,
  patches: readonly RowPatch[],
  param: string,
): MajorRowEdit[] {
  const edits = patches.reduce<readonly MajorRowEdit[]>((known, patch, at) => {
    const place = `${param}[${at}]`
    refuseZero(patch, place)
    return patch.id === undefined
      ? [...known, addRow(statement, patch, place)]
      : changeRow({ ...statement, edits: known }, { ...patch, id: patch.id }, place)
  }, statement.edits)
  if (edits.length <= MOST_EDITS) return [...edits]
  const message = `A statement keeps at most ${MOST_EDITS} corrections of rows.`
  throw new ApiError('too_many', message, { param })
}

function refuseZero({ amount }: RowPatch, param: string): void {
  if (amount !== 0) return
  const message = 'A row of 0 moves nothing; is_removed takes the row out.'
  throw new ApiError('invalid_amount', message, { param: `${param}.amount` })
}

const NEEDED = ['date', 'amount', 'description'] as const

function addRow({ now }: EditedRows, patch: RowPatch, param: string): MajorRowEdit {
  const missing = NEEDED.find((field) => patch[field] == null)
  if (missing !== undefined) {
    const message = `A row that is added needs ${missing}; one that is changed, its id.`
    throw new ApiError('missing_field', message, { param: `${param}.${missing}` })
  }
  const { date, description, balance = null } = patch
  const amount = directed(patch.amount!, patch)
  const cents = toCents(amount, now.statement.currency) ?? 0
  const after = placeRow(now, { date: date!, amount: cents })
  const row = { date: date!, amount, description: description!, balance }
  return { id: randomUUIDv7(), kind: 'added', after, row }
}

function directed(amount: number, { direction }: RowPatch): number {
  if (direction === undefined) return amount
  return direction === 'inflow' ? Math.abs(amount) : -Math.abs(amount)
}

function changeRow(
  statement: EditedRows,
  patch: RowPatch & { id: string },
  param: string,
): MajorRowEdit[] {
  const { edits } = statement
  const added = edits.find(({ id, kind }) => id === patch.id && kind === 'added')
  if (added?.kind === 'added') return replaceAdded(edits, added, patch)
  const position = [...statement.idAt].find(([, id]) => id === patch.id)?.[0]
  if (position === undefined) throw rowNotFound(param)
  const others = edits.filter((edit) => !stands(edit, position))
  const place = { id: patch.id, ...findPlace(statement, position) }
  if (patch.isRemoved) return [...others, { kind: 'removed', ...place }]
  const known = edits.find((edit) => stands(edit, position))
  const before = known?.kind === 'changed' && patch.isRemoved === undefined ? known.change : {}
  const change = changed(before, patch, findAmount(statement, position))
  const isEmpty = Object.keys(change).length === 0
  return isEmpty ? others : [...others, { kind: 'changed', ...place, change }]
}

function stands(edit: MajorRowEdit, position: number): boolean {
  return edit.kind !== 'added' && edit.position === position
}

function replaceAdded(
  edits: readonly MajorRowEdit[],
  added: Extract<MajorRowEdit, { kind: 'added' }>,
  patch: RowPatch,
): MajorRowEdit[] {
  if (patch.isRemoved) return edits.filter((edit) => edit !== added)
  const { date, description, balance } = patch
  const amount = patch.amount ?? added.row.amount
  const row = {
    ...added.row,
    amount: directed(amount, patch),
    ...(date != null && { date }),
    ...(description != null && { description }),
    ...(balance !== undefined && { balance }),
  }
  return edits.map((edit) => (edit === added ? { ...added, row } : edit))
}

/** Null puts a value back as it was read. */
function changed(before: MajorChange, patch: RowPatch, amountNow: number): MajorChange {
  const { date, description, balance } = patch
  const isTurned = patch.direction !== undefined && patch.amount !== null
  const amount = isTurned ? directed(patch.amount ?? amountNow, patch) : patch.amount
  const entries = Object.entries({ ...before, ...given({ date, description, balance, amount }) })
  return Object.fromEntries(entries.filter(([, value]) => value !== null)) as MajorChange
}

function given(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** What is read of the row at a position, by which a later reading finds it again. */
function findPlace({ read }: EditedRows, position: number) {
  const { date, amount } = read.statement.rows[read.positions.indexOf(position)]!
  return { position, date, amount: toMajor(amount, read.statement.currency) }
}

/** The present amount of a row; of one that is taken out, the one that was read. */
function findAmount({ now, read }: EditedRows, position: number): number {
  const amounts = [now, read].flatMap(({ statement, positions }) =>
    statement.rows
      .filter(({ addedAs }, at) => positions[at] === position && addedAs === undefined)
      .map(({ amount }) => toMajor(amount, statement.currency)),
  )
  return amounts[0]!
}

function rowNotFound(param: string): ApiError {
  const message = 'The statement has no such row; its rows are the transactions of statement_id.'
  return new ApiError('transaction_not_found', message, { param: `${param}.id` })
}
