import { editStatement, placed } from '../../../core/statements/edits/edit.ts'
import type { Statement } from '../../../core/statements/statement.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { findAccountInForce } from '../../records/data-sources/accounts/store.ts'
import { keepDocumentSource } from '../../records/data-sources/keep.ts'
import { deleteReading } from '../../records/documents/fields/store.ts'
import { computeOrdinals, buildRowKey } from '../../records/transactions/row-key.ts'
import { identify } from '../statements/identity.ts'
import {
  findCorrected,
  loadOverrides,
  toEdits,
  type StatementValues,
} from '../statements/overrides.ts'
import { listKnownStatements } from '../statements/store.ts'
import { toStoredRows, withPositions } from '../statements/stored-rows.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import { computeFingerprint, resolveAccount, type AccountFacts } from './accounts.ts'
import {
  deleteStatements,
  insertStatement,
  insertTransactions,
  listKnownRows,
  type KnownRow,
} from './store.ts'
import type { KeptStatement } from './summarize.ts'

/** What an earlier reading of a document leaves to the next one. */
export interface Before {
  rows: readonly KnownRow[]
  statements: readonly { id: string; index: number }[]
  overrides: ReadonlyMap<string, StatementValues>
}

/** Of a document that was never read. */
export const NOTHING_BEFORE: Before = { rows: [], statements: [], overrides: new Map() }

/** Deletes what an earlier reading of a document stored; returns what stays of it. */
export async function takeOut(ctx: Context, documentId: string): Promise<Before> {
  const before = {
    rows: await listKnownRows(ctx, documentId),
    statements: await listKnownStatements(ctx, documentId),
    overrides: await loadOverrides(ctx, documentId),
  }
  await deleteReading(ctx, documentId)
  await deleteStatements(ctx, documentId)
  return before
}

/**
 * Stores the statements and transactions of a reading. A row with the same statement, position,
 * date and amount as one before keeps its id, so that links stay valid; corrections of rows and
 * overrides of statements are applied to the new reading.
 */
export async function putIn(
  ctx: Context,
  document: DocumentRow,
  { readings, before }: { readings: Statement[]; before: Before },
): Promise<Replaced> {
  const rowIds = new Map(
    before.rows.flatMap(({ id, index, position, date, amount }) => [
      [`${index} ${position} ${Math.abs(amount)}`, id],
      [`${index} ${position} ${date} ${amount}`, id],
    ]),
  )
  const plain = readings.map(({ untaught, ...reading }) => untaught ?? reading)
  const ids = identify(document.id, before.statements, plain)
  await keepDocumentSource(ctx, getSource(document), document)
  const kept: KeptStatement[] = []
  for (const [place, reading] of readings.entries()) {
    const id = ids[place]!
    const override = before.overrides.get(id)
    kept.push(await insertReading(ctx, { document, id, reading, override, rowIds }))
  }
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
  const read = placed(withPositions(reading))
  const edited = override
    ? editStatement(read, toEdits(override, reading.currency))
    : { ...read, lost: [] }
  const { statement, lost } = edited
  const chosen = await findAccountInForce(ctx, document.submissionId, override?.account_id)
  const apartId = findApartId(reading, id)
  const isNamed = override?.account_number !== undefined
  const facts = { ...statement, apartId: isNamed ? null : apartId }
  const accountId = chosen?.id ?? (await resolveAccount(ctx, document.submissionId, facts))
  const isIncluded = override?.is_included ?? true
  const asRead = reading.untaught ?? reading
  const rowKeys = buildRowKeys(ctx, { ...asRead, apartId: findApartId(asRead, id) })
  const identify = (position: number) => ({
    id: findRowId(rowIds, reading, position) ?? randomUUIDv7(),
    rowKey: rowKeys[position]!,
  })
  const { rows, removed } = toStoredRows({ read, edited, edits: override?.rows, identify })
  const readCurrencySource = reading.currencySource
  const state = { accountId, statement, isIncluded, removed, readCurrencySource }
  await insertStatement(ctx, { id, document, ...state })
  const source = getSource(document)
  await insertTransactions(ctx, { document, accountId, statementId: id, source }, rows)
  return { statement, isIncluded, lost, corrected: findCorrected(statement, override) }
}

/** A statement whose account is uncertain has one of its own, so that nothing merges on it. */
function findApartId({ doubts = [] }: Statement, statementId: string): string | null {
  return doubts.some(({ code }) => code === 'account_uncertain') ? statementId : null
}

/** The source of rows by file type; a scanned image counts as PDF. */
const SOURCES: Record<string, string> = {
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
  'application/x-ofx': 'ofx',
  'application/xml': 'camt053',
  'application/vnd.decisionlogic+xml': 'xml',
  'application/json': 'json',
  'application/x-bai2': 'bai2',
  'application/x-mt940': 'mt940',
  'application/x-norma43': 'norma43',
  'application/x-cfonb120': 'cfonb120',
  'application/x-qif': 'qif',
}

export function getSource(document: DocumentRow): string {
  return SOURCES[document.contentType] ?? 'pdf'
}

/** That of the row at the same place; its sign and date may be read in another way now. */
function findRowId(
  rowIds: ReadonlyMap<string, string>,
  { index, rows }: Statement,
  position: number,
): string | undefined {
  const { date, amount } = rows[position]!
  const place = `${index} ${position}`
  return rowIds.get(`${place} ${date} ${amount}`) ?? rowIds.get(`${place} ${Math.abs(amount)}`)
}

/**
 * Row keys by position. They follow from the file as read, without overrides and what was taught,
 * so that a correction finds its row again after any edit of the statement.
 */
function buildRowKeys(ctx: Context, reading: Statement & AccountFacts): string[] {
  const accountFingerprint = computeFingerprint(ctx, reading)
  const ordinals = computeOrdinals(reading.rows)
  return reading.rows.map(({ date, amount, description }, place) =>
    buildRowKey({ accountFingerprint, date, amount, description, ordinal: ordinals[place]! }),
  )
}
