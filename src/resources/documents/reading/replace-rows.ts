import { editStatement, placed, type PlacedStatement } from '../../../core/statements/edit.ts'
import { balanceSign } from '../../../core/statements/reconcile.ts'
import type { Statement, StatementRow } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { findAccountInForce } from '../../records/data-sources/accounts/store.ts'
import { keepDocumentSource } from '../../records/data-sources/keep.ts'
import { computeOrdinals, buildRowKey } from '../../records/transactions/row-key.ts'
import { identify } from '../statements/identity.ts'
import { loadOverrides, toEdits, type StatementValues } from '../statements/overrides.ts'
import { listKnownStatements } from '../statements/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import { computeFingerprint, resolveAccount, type AccountFacts } from './accounts.ts'
import {
  applyCorrections,
  deleteStatements,
  insertStatement,
  insertTransactions,
  listKnownRows,
  type NewTransaction,
} from './store.ts'
import type { KeptStatement } from './summarize.ts'

/**
 * Replaces the statements and transactions of a document with a new reading. A row with the same
 * statement, position, date and amount keeps its id, so that links stay valid; corrections of rows
 * and overrides of statements are applied to the new reading.
 */
export async function replaceRows(
  ctx: Context,
  document: DocumentRow,
  readings: Statement[],
): Promise<Replaced> {
  const rowIds = new Map(
    (await listKnownRows(ctx, document.id)).map((row) => [toPlaceKey(row), row.id]),
  )
  const ids = identify(document.id, await listKnownStatements(ctx, document.id), readings)
  const overrides = await loadOverrides(ctx, document.id)
  await keepDocumentSource(ctx, getSource(document), document)
  await deleteStatements(ctx, document.id)
  const kept: KeptStatement[] = []
  for (const [place, reading] of readings.entries()) {
    const id = ids[place]!
    const override = overrides.get(id)
    kept.push(await insertReading(ctx, { document, id, reading, override, rowIds }))
  }
  await applyCorrections(ctx, document.id)
  const count = kept.reduce((sum, { statement }) => sum + statement.rows.length, 0)
  return { transactions_count: count, kept }
}

export interface Replaced {
  transactions_count: number
  kept: KeptStatement[]
}

interface NewReading {
  document: DocumentRow
  id: string
  reading: Statement
  /** Corrections by people. */
  override: StatementValues | undefined
  /** Row ids of the previous reading, by position. */
  rowIds: Map<string, string>
}

async function insertReading(
  ctx: Context,
  { document, id, reading, override, rowIds }: NewReading,
): Promise<KeptStatement> {
  const edited = override
    ? editStatement(placed(reading), toEdits(override, reading.currency))
    : placed(reading)
  const { statement } = edited
  const chosen = await findAccountInForce(ctx, document.submissionId, override?.account_id)
  const apartId = isAccountUncertain(reading) ? id : null
  const isNamed = override?.account_number !== undefined
  const facts = { ...statement, apartId: isNamed ? null : apartId }
  const accountId = chosen?.id ?? (await resolveAccount(ctx, document.submissionId, facts))
  const isIncluded = override?.is_included ?? true
  await insertStatement(ctx, { id, document, accountId, statement, isIncluded })
  await insertTransactions(ctx, {
    document,
    accountId,
    statementId: id,
    source: getSource(document),
    rows: toTransactions(edited, { rowIds, rowKeys: buildRowKeys(ctx, { ...reading, apartId }) }),
  })
  return { statement, isIncluded }
}

function isAccountUncertain({ doubts = [] }: Statement): boolean {
  return doubts.some(({ code }) => code === 'account_uncertain')
}

/** The source of rows by file type; a scanned image counts as PDF. */
const SOURCES: Record<string, string> = {
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
  'application/x-ofx': 'ofx',
  'application/xml': 'camt053',
  'application/json': 'json',
  'application/x-bai2': 'bai2',
  'application/x-mt940': 'mt940',
}

function getSource(document: DocumentRow): string {
  return SOURCES[document.contentType] ?? 'pdf'
}

function toPlaceKey(row: {
  index: number
  position: number
  date: string
  amount: number
}): string {
  return `${row.index} ${row.position} ${row.date} ${row.amount}`
}

/**
 * Row keys by position. They follow from the file as read, without overrides, so that a correction
 * finds its row again after any edit of the statement.
 */
function buildRowKeys(ctx: Context, reading: Statement & AccountFacts): string[] {
  const accountFingerprint = computeFingerprint(ctx, reading)
  const ordinals = computeOrdinals(reading.rows)
  return reading.rows.map(({ date, amount, description }, place) =>
    buildRowKey({ accountFingerprint, date, amount, description, ordinal: ordinals[place]! }),
  )
}

function toTransactions(
  { statement, positions }: PlacedStatement,
  { rowIds, rowKeys }: { rowIds: Map<string, string>; rowKeys: string[] },
): NewTransaction[] {
  const sign = balanceSign(statement)
  return statement.rows.map((row, index) => {
    const { date, amount } = row
    const position = positions[index]!
    return {
      id:
        rowIds.get(toPlaceKey({ index: statement.index, position, date, amount })) ??
        randomUUIDv7(),
      position,
      date,
      amount,
      // A card prints the amount owed; stored balances are what the holder has.
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
      row_key: rowKeys[position]!,
      repaired_from: row.repairedFrom ?? null,
      posted_on: row.postedOn,
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
