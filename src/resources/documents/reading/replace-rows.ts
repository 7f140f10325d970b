import { balanceSign } from '../../../core/statements/reconcile.ts'
import type { Statement, StatementRow } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ordinalsOf, rowKeyOf } from '../../transactions/row-key.ts'
import { accountOf } from './accounts.ts'
import {
  applyCorrections,
  deleteStatements,
  insertStatement,
  insertTransactions,
  listKnownRows,
  type NewTransaction,
} from './store.ts'
import type { DocumentRow } from '../store.ts'

/**
 * Replaces the statements and transactions of a document by what was read now. A row that is the
 * same
 * as before (statement, place, date, amount) keeps its id, so that links to it stay good; people's
 * corrections are put back on the rows they were made on.
 */
export async function replaceRows(
  ctx: Context,
  document: DocumentRow,
  statements: Statement[],
): Promise<{ transactions_count: number }> {
  const known = new Map(
    (await listKnownRows(ctx, document.id)).map((row) => [placeOf(row), row.id]),
  )
  await deleteStatements(ctx, document.id)
  let count = 0
  for (const statement of statements) {
    const account = await accountOf(ctx, document.submissionId, statement)
    const statementId = randomUUIDv7()
    await insertStatement(ctx, { id: statementId, document, accountId: account.id, statement })
    const rows = toTransactions(statement, { known, fingerprint: account.fingerprint })
    await insertTransactions(ctx, {
      document,
      accountId: account.id,
      statementId,
      source: sourceOf(document),
      rows,
    })
    count += rows.length
  }
  await applyCorrections(ctx, document.id)
  return { transactions_count: count }
}

function sourceOf(document: DocumentRow): string {
  return document.contentType === 'application/pdf'
    ? 'pdf'
    : document.contentType === 'text/csv'
      ? 'csv'
      : 'ofx'
}

function placeOf(row: { index: number; position: number; date: string; amount: number }): string {
  return `${row.index} ${row.position} ${row.date} ${row.amount}`
}

function toTransactions(
  statement: Statement,
  { known, fingerprint }: { known: Map<string, string>; fingerprint: string },
): NewTransaction[] {
  const sign = balanceSign(statement)
  const ordinals = ordinalsOf(statement.rows)
  return statement.rows.map((row, position) => {
    const { date, amount } = row
    return {
      id: known.get(placeOf({ index: statement.index, position, date, amount })) ?? randomUUIDv7(),
      position,
      date,
      amount,
      // A card prints what is owed; here a balance is what the holder has.
      balance: row.balance === null ? null : row.balance * sign,
      currency: row.currency ?? statement.currency,
      description: plainDescription(row),
      check_number: row.checkNumber,
      bank_type: row.bankType,
      is_pending: row.isPending,
      page: row.page,
      box: row.box,
      line_text: row.lineText,
      external_reference: row.externalId,
      posted_on: row.postedOn,
      row_key: rowKeyOf({
        accountFingerprint: fingerprint,
        date,
        amount,
        description: row.description,
        ordinal: ordinals[position]!,
      }),
    }
  })
}

/** Text without characters that PostgreSQL or a screen cannot hold. */
function plainDescription(row: StatementRow): string {
  return row.description
    .toWellFormed()
    .replace(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069]/gu, ' ')
    .trim()
    .slice(0, 2000)
}
