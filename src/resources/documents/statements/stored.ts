import type { PlacedStatement } from '../../../core/statements/edit.ts'
import { balanceSign } from '../../../core/statements/reconcile.ts'
import type { Statement, StatementRow } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { openNumber } from '../../records/documents/account-numbers.ts'
import {
  listStatementRows,
  listStoredStatements,
  type StoredRow,
  type StoredStatement,
} from './store.ts'

/** A stored statement as core takes it. */
export interface LoadedStatement extends PlacedStatement {
  id: string
  accountId: string
  isIncluded: boolean
  rowIds: string[]
}

/** The statements of a document as stored, overrides included. */
export async function loadStatements(ctx: Context, documentId: string): Promise<LoadedStatement[]> {
  const stored = await listStoredStatements(ctx, documentId)
  const rows = Map.groupBy(await listStatementRows(ctx, documentId), (row) => row.statementId)
  return stored.map((one) => {
    const own = rows.get(one.id) ?? []
    return {
      id: one.id,
      accountId: one.accountId,
      isIncluded: one.isIncluded,
      rowIds: own.map(({ id }) => id),
      positions: own.map(({ position }) => position),
      statement: toStatement(ctx, one, own),
    }
  })
}

function toStatement(ctx: Context, stored: StoredStatement, rows: StoredRow[]): Statement {
  const { holderNames, accountId, numberSealed, ...fields } = stored
  return {
    ...fields,
    currencySource: stored.currencySource ?? 'printed',
    accountHolderNames: holderNames,
    accountNumber: openNumber(ctx, accountId, numberSealed),
    rows: rows.map((row) => toRow(stored, row)),
    pages: null,
    choices: [],
    layoutId: null,
  }
}

/** Only what reconciliation needs; positions on the page are left out. */
function toRow(statement: StoredStatement, row: StoredRow): StatementRow {
  const { date, postedOn, amount, rawDescription, balance, currency, isPending } = row
  return {
    date,
    postedOn,
    amount,
    description: rawDescription,
    // A card prints the amount owed; stored balances are what the holder has.
    balance: balance === null ? null : balance * balanceSign(statement),
    currency: currency === statement.currency ? null : currency,
    isPending,
    page: null,
    box: null,
    lineText: '',
    section: null,
    checkNumber: null,
    externalId: null,
    bankType: null,
  }
}
