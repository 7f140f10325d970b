import { balanceSign } from '../../../core/statements/reconcile.ts'
import { changesBetween, withoutPersons, type Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { findAccountInForce } from '../../records/data-sources/accounts/store.ts'
import { isParsed, type DocumentStatus } from '../../records/documents/lifecycle.ts'
import { resolveAccount } from '../../documents/reading/accounts.ts'
import { markDuplicates } from '../../documents/reading/overlap.ts'
import { deleteEmptyAccounts } from '../../documents/reading/store.ts'
import { summarizeStatements } from '../../documents/reading/summarize.ts'
import {
  loadOverrides,
  sealed,
  type StatementValues,
} from '../../documents/statements/overrides.ts'
import {
  deleteOverride,
  updateStatement,
  updateStatementRows,
  upsertOverride,
} from '../../documents/statements/store.ts'
import type { LoadedStatement } from '../../documents/statements/stored.ts'
import { getDocument, updateDocument, type DocumentRow } from '../../records/documents/store.ts'
import { bumpData, onDocumentSettled } from '../../pipeline/pipeline.ts'
import { auditDocument } from '../../documents/events.ts'

/** A statement with its new overrides. */
export interface EditedStatement extends LoadedStatement {
  before: LoadedStatement
  /** Null removes an override. */
  overrides: { [Field in keyof StatementValues]: StatementValues[Field] | null }
  /** The value of each field before the edit. */
  readValues: Record<string, unknown>
}

interface Edited {
  /** All of the document's, as they were. */
  statements: LoadedStatement[]
  edited: EditedStatement[]
}

/** Writes edited statements and everything that depends on them. */
export async function keepEdited(
  ctx: Context,
  document: DocumentRow,
  { statements, edited }: Edited,
): Promise<DocumentRow> {
  for (const one of edited) await keepOverrides(ctx, document.id, one)
  const overrides = await loadOverrides(ctx, document.id)
  for (const one of edited) {
    await keepStatement(ctx, {
      document,
      edited: one,
      accountId: overrides.get(one.id)?.account_id,
    })
  }
  await deleteEmptyAccounts(ctx, [...new Set(edited.map(({ before }) => before.accountId))])
  await markDuplicates(ctx, document.submissionId)
  const now = statements.map((one) => edited.find(({ id }) => id === one.id) ?? one)
  await summarize(ctx, document, now)
  await auditDocument(ctx, document, {
    action: 'overridden',
    summary: `${edited.length} statements changed`,
    changes: edited.flatMap(listChanges),
  })
  await bumpData(ctx, document.submissionId)
  await onDocumentSettled(ctx, document.submissionId)
  return getDocument(ctx, document.id)
}

async function keepOverrides(
  ctx: Context,
  documentId: string,
  { id: statementId, statement, overrides, readValues }: EditedStatement,
): Promise<void> {
  for (const [field, value] of Object.entries(overrides)) {
    if (value === null) {
      await deleteOverride(ctx, { documentId, statementId, field })
      continue
    }
    await upsertOverride(ctx, {
      documentId,
      statementId,
      statementIndex: statement.index,
      field,
      value: sealed(ctx, documentId, { field, value }),
      readValue: readValues[field],
    })
  }
}

/** Fields that determine the account of a statement. */
const IDENTITY = [
  'account_number',
  'account_type',
  'institution_name',
  'account_holder_names',
  'currency',
  'account_id',
] as const

async function keepStatement(
  ctx: Context,
  given: { document: DocumentRow; edited: EditedStatement; accountId: string | null | undefined },
): Promise<void> {
  const { document, edited } = given
  const { id, statement, isIncluded } = edited
  const chosen = await findAccountInForce(ctx, document.submissionId, given.accountId)
  const isSame = !IDENTITY.some((field) => field in edited.overrides)
  const accountId = isSame
    ? edited.accountId
    : (chosen?.id ?? (await resolveAccount(ctx, document.submissionId, statement)))
  await updateStatement(ctx, id, { statement, accountId, isIncluded })
  await updateStatementRows(ctx, { statementId: id, accountId }, buildRows(edited))
}

function buildRows({ before, statement, positions }: EditedStatement) {
  const sign = balanceSign(statement)
  const idAt = new Map(before.positions.map((position, index) => [position, before.rowIds[index]!]))
  return statement.rows.map(({ amount, balance, currency }, index) => ({
    id: idAt.get(positions[index]!)!,
    amount,
    balance: balance === null ? null : balance * sign,
    currency: currency ?? statement.currency,
  }))
}

async function summarize(
  ctx: Context,
  document: DocumentRow,
  statements: LoadedStatement[],
): Promise<void> {
  const { status, ...summary } = summarizeStatements(document, statements)
  const counts = {
    transactions_count: statements.reduce((sum, { statement }) => sum + statement.rows.length, 0),
  }
  const columns = { ...summary, ...counts, ...statusColumn(document, status as DocumentStatus) }
  await updateDocument(ctx, document.id, columns)
}

/** Only a read document changes its status; a processed one stays processed. */
function statusColumn(
  { status, statusBeforeExclusion }: DocumentRow,
  found: DocumentStatus,
): Record<string, unknown> {
  const from = status === 'excluded' ? statusBeforeExclusion : status
  if (from === null || !isParsed(from)) return {}
  const to = found === 'parsed' && from === 'processed' ? from : found
  return status === 'excluded' ? { status_before_exclusion: to } : { status: to }
}

/** The changes that the audit log records, account numbers by their last four digits. */
function listChanges({ id, before, statement, isIncluded }: EditedStatement): Change[] {
  const fields = [
    'accountLast4',
    'accountType',
    'institutionName',
    'accountHolderNames',
    'startDate',
    'endDate',
    'openingBalance',
    'closingBalance',
    'currency',
    'isIncluded',
    'reconciliation',
  ]
  const from = {
    ...before.statement,
    isIncluded: before.isIncluded,
    reconciliation: before.statement.reconciliation.status,
  }
  const to = { ...statement, isIncluded, reconciliation: statement.reconciliation.status }
  return withoutPersons(changesBetween(from, to, fields)).map((change) => ({
    ...change,
    field: `${id}.${change.field}`,
  }))
}
