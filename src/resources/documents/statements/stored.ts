import { editStatement } from '../../../core/statements/edits/edit.ts'
import type { PlacedStatement } from '../../../core/statements/edits/rows.ts'
import { NOTHING_TURNED } from '../../../core/statements/edits/signs.ts'
import type { CurrencySource } from '../../../core/statements/currency/read-currency.ts'
import type { Statement } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { openNumber } from '../../records/documents/account-numbers.ts'
import { loadOverrides, toEdits, type StatementValues } from './overrides.ts'
import { listStatementRows, listStoredStatements, type StoredStatement } from './store.ts'
import { toReadRow, toRow, type StoredRow } from './stored-rows.ts'

/** A stored statement as core takes it. */
export interface LoadedStatement extends PlacedStatement {
  id: string
  accountId: string
  isIncluded: boolean
  /** In the order of the statement's rows. */
  rows: StoredRow[]
  /** Rows of the reading that a person took out. */
  removed: StoredRow[]
  overrides: StatementValues
  /** Before a person stated the currency. */
  readCurrencySource: CurrencySource
}

/** The statements of a document as stored, overrides included. */
export async function loadStatements(ctx: Context, documentId: string): Promise<LoadedStatement[]> {
  const stored = await listStoredStatements(ctx, documentId)
  const byStatement = Map.groupBy(
    await listStatementRows(ctx, documentId),
    (row) => row.statementId,
  )
  const overrides = await loadOverrides(ctx, documentId)
  return stored.map((one) => {
    const rows = byStatement.get(one.id) ?? []
    const own = overrides.get(one.id) ?? {}
    return {
      id: one.id,
      accountId: one.accountId,
      isIncluded: one.isIncluded,
      rows,
      removed: one.removedRows,
      overrides: own,
      readCurrencySource: one.readCurrencySource ?? one.currencySource ?? 'printed',
      positions: rows.map(({ position }) => position),
      statement: toStatement(ctx, one, { rows, overrides: own }),
    }
  })
}

function toStatement(
  ctx: Context,
  stored: StoredStatement,
  { rows, overrides }: { rows: StoredRow[]; overrides: StatementValues },
): Statement {
  const { holderNames, accountId, numberSealed, removedRows: _removed, ...fields } = stored
  return {
    ...fields,
    currencySource: stored.currencySource ?? 'printed',
    accountHolderNames: holderNames,
    accountNumber: openNumber(ctx, accountId, numberSealed),
    rows: rows.map((row) => toRow(row, stored)),
    pages: null,
    choices: [],
    layoutId: null,
    turned: findTurned(stored, overrides),
  }
}

/** A person's word goes before what an earlier document taught. */
function findTurned(
  { taught }: Pick<StoredStatement, 'taught'>,
  overrides: StatementValues,
): NonNullable<Statement['turned']> {
  const find = <Value>(field: string, own: Value | undefined): Value | undefined =>
    own ?? (taught.find((one) => one.field === field)?.value as Value | undefined)
  const learned = taught.find(({ field }) => field === 'sections')?.value ?? {}
  const sections = { ...(learned as StatementValues['sections']), ...overrides.sections }
  return {
    ...NOTHING_TURNED,
    all: find('signs', overrides.signs) === 'turned',
    dates: find('date_order', overrides.date_order) === 'swapped',
    sections: Object.keys(sections).filter((name) => sections[name] === 'turned'),
  }
}

/** The statement as it was read, from the values that its overrides replaced. */
export function restoreReading(
  loaded: LoadedStatement,
  readValues: StatementValues,
): PlacedStatement {
  const { statement, overrides } = loaded
  const names = Object.keys(overrides.sections ?? {})
  const unturned = Object.fromEntries(names.map((name) => [name, 'as_read' as const]))
  const before = { ...readValues, sections: { ...unturned, ...readValues.sections } }
  const head = { statement: { ...statement, rows: [] }, positions: [] }
  const read = editStatement(head, toEdits(before, statement.currency)).statement
  const kept = loaded.rows
    .filter(({ asRead }) => !asRead?.added)
    .map((row) => ({ position: row.position, row: toReadRow(row, statement) }))
  const removed = loaded.removed.map((row) => ({
    position: row.position,
    row: toReadRow(row, statement),
  }))
  const all = [...kept, ...removed].toSorted((a, b) => a.position - b.position)
  return {
    statement: {
      ...read,
      currencySource: loaded.readCurrencySource,
      rows: all.map(({ row }) => row),
    },
    positions: all.map(({ position }) => position),
  }
}
