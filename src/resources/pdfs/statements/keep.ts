import { formatCounted } from '../../../core/values/text.ts'
import { changesBetween, withoutPersons, type Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { findAccountInForce } from '../../records/data-sources/accounts/store.ts'
import { isParsed, type DocumentStatus } from '../../records/documents/lifecycle.ts'
import { resolveAccount } from '../../documents/reading/accounts.ts'
import { getSource } from '../../documents/reading/replace-rows.ts'
import { deleteEmptyAccounts, replaceStatementRows } from '../../documents/reading/store.ts'
import {
  openProblems,
  summarizeStatements,
  type KeptStatement,
} from '../../documents/reading/summarize.ts'
import { settleDocument } from '../../documents/settle.ts'
import {
  findCorrected,
  sealed,
  type StatementValues,
} from '../../documents/statements/overrides.ts'
import {
  deleteOverride,
  findProblemsAsRead,
  updateStatement,
  upsertOverride,
} from '../../documents/statements/store.ts'
import { toStoredRows } from '../../documents/statements/stored-rows.ts'
import type { LoadedStatement } from '../../documents/statements/stored.ts'
import { getDocument, updateDocument, type DocumentRow } from '../../records/documents/store.ts'
import { bumpData } from '../../pipeline/pipeline.ts'
import { auditDocument } from '../../documents/events.ts'
import { learn } from '../../taught-layouts/learn.ts'
import type { EditedStatement } from './edited.ts'
import { recordCorrections, signEdits } from './corrections.ts'
import { describeRow, listRowChanges, toAudited } from './row-changes.ts'
import { collectReadValues, listValues } from './values.ts'

interface Edited {
  /** All of the document's, as they were. */
  statements: LoadedStatement[]
  edited: EditedStatement[]
}

/** Writes edited statements and everything that depends on them. */
export async function keepEdited(
  ctx: Context,
  document: DocumentRow,
  { statements, edited: unsigned }: Edited,
): Promise<DocumentRow> {
  const edited = unsigned.map((one) => signEdits(ctx, one))
  for (const one of edited) await keepOverrides(ctx, document.id, one)
  for (const one of edited) await keepStatement(ctx, document, one)
  await deleteEmptyAccounts(ctx, [...new Set(edited.map(({ before }) => before.accountId))])
  const now = statements.map((one) =>
    toKept(
      one,
      edited.find(({ before }) => before === one),
    ),
  )
  await summarize(ctx, document, now)
  for (const one of edited) await learnFrom(ctx, document, one)
  for (const one of edited) await recordCorrections(ctx, document, one)
  await auditDocument(ctx, document, {
    action: 'overridden',
    summary: summarizeEdits(edited),
    changes: edited.flatMap(listChanges),
  })
  await bumpData(ctx, document.submissionId)
  await settleDocument(ctx, document.submissionId)
  return getDocument(ctx, document.id)
}

async function keepOverrides(
  ctx: Context,
  documentId: string,
  { before, read, values }: EditedStatement,
): Promise<void> {
  const { id: statementId, overrides } = before
  const readValues = collectReadValues(read)
  for (const field of new Set([...Object.keys(overrides), ...Object.keys(values)])) {
    const value = values[field as keyof StatementValues]
    if (value === undefined) {
      await deleteOverride(ctx, { documentId, statementId, field })
      continue
    }
    if (isEqual(value, overrides[field as keyof StatementValues])) continue
    await upsertOverride(ctx, {
      documentId,
      statementId,
      statementIndex: read.statement.index,
      field,
      value: sealed(ctx, documentId, { field, value }),
      readValue: sealed(ctx, documentId, { field, value: readValues[field] ?? null }),
    })
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
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
  document: DocumentRow,
  { before, read, after, values }: EditedStatement,
): Promise<void> {
  const { statement } = after
  const chosen = await findAccountInForce(ctx, document.submissionId, values.account_id)
  const isSame = IDENTITY.every((field) => isEqual(values[field], before.overrides[field]))
  const accountId = isSame
    ? before.accountId
    : (chosen?.id ?? (await resolveAccount(ctx, document.submissionId, statement)))
  const known = [...before.rows.filter(({ asRead }) => !asRead?.added), ...before.removed]
  const byPosition = new Map(known.map((row) => [row.position, row]))
  const identify = (position: number) => {
    const { id, rowKey } = byPosition.get(position)!
    return { id, rowKey }
  }
  const { rows, removed } = toStoredRows({ read, edited: after, edits: values.rows, identify })
  const isIncluded = values.is_included ?? true
  const { readCurrencySource } = before
  const state = { statement, accountId, isIncluded, removed, readCurrencySource }
  await updateStatement(ctx, before.id, state)
  const owner = { document, accountId, statementId: before.id, source: getSource(document) }
  const isMoved = accountId !== before.accountId
  await replaceStatementRows(ctx, owner, { rows, before: before.rows, isMoved })
}

function toKept(loaded: LoadedStatement, edited: EditedStatement | undefined): KeptStatement {
  const { statement, isIncluded, overrides } = loaded
  if (!edited)
    return { statement, isIncluded, corrected: findCorrected(statement, overrides), lost: [] }
  const { after, values } = edited
  return {
    statement: after.statement,
    isIncluded: values.is_included ?? true,
    corrected: findCorrected(after.statement, values),
    lost: 'lost' in after ? after.lost : [],
  }
}

async function summarize(
  ctx: Context,
  document: DocumentRow,
  kept: KeptStatement[],
): Promise<void> {
  const read = (await findProblemsAsRead(ctx, document.id)) ?? document.problems
  const problems = openProblems(read, kept)
  const { status, ...summary } = summarizeStatements({ ...document, problems }, kept)
  const isCorrected = kept.some(({ corrected }) => corrected.size > 0)
  await updateDocument(ctx, document.id, {
    ...summary,
    problems: json(problems),
    problems_as_read: isCorrected ? json(read) : null,
    transactions_count: kept.reduce((sum, { statement }) => sum + statement.rows.length, 0),
    ...statusColumn(document, status as DocumentStatus),
  })
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

/** What was corrected teaches later documents of the layout, unless the request says otherwise. */
async function learnFrom(
  ctx: Context,
  { id, facts, filename }: DocumentRow,
  { before, read, values, patches }: EditedStatement,
): Promise<void> {
  const named = patches
    .filter(({ teach }) => teach !== false)
    .flatMap((patch) => [
      ...Object.keys(listValues(patch)),
      ...(patch.sections === undefined ? [] : ['sections']),
    ]) as (keyof StatementValues)[]
  // A field that nobody had overridden is not taken back.
  const changed = named
    .filter((field) => field in values || field in before.overrides)
    .map((field) => [field, values[field] ?? null] as const)
  if (changed.length === 0) return
  const createdAt = (facts?.['createdAtInPdf'] ?? null) as string | null
  await learn(ctx, {
    documentId: id,
    format: (facts?.['format'] ?? null) as string | null,
    file: { filename, createdAt },
    read: read.statement,
    values: Object.fromEntries(changed),
  })
}

const ROWS_NAMED = 3

/** `1 statement changed: row 14 of 2025-09-30: 2,602.89 → 2,002.89` */
function summarizeEdits(edited: readonly EditedStatement[]): string {
  const rows = edited.flatMap((one) =>
    listRowChanges(one).map((row) => describeRow(row, one.after.statement.currency)),
  )
  const changed = `${formatCounted(edited.length, 'statement')} changed`
  if (rows.length === 0) return changed
  const others = rows.length - ROWS_NAMED
  const more = others > 0 ? [formatCounted(others, 'more row')] : []
  return `${changed}: ${[...rows.slice(0, ROWS_NAMED), ...more].join('; ')}`
}

/** The changes that the audit log records, account numbers by their last four digits. */
function listChanges(edited: EditedStatement): Change[] {
  const { before, after, values } = edited
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
    'turned',
    'rowsCount',
    'rowsCorrected',
    'isIncluded',
    'reconciliation',
  ]
  const from = {
    ...before.statement,
    rowsCount: before.statement.rows.length,
    rowsCorrected: before.overrides.rows?.length ?? 0,
    isIncluded: before.isIncluded,
    reconciliation: before.statement.reconciliation.status,
  }
  const to = {
    ...after.statement,
    rowsCount: after.statement.rows.length,
    rowsCorrected: values.rows?.length ?? 0,
    isIncluded: values.is_included ?? true,
    reconciliation: after.statement.reconciliation.status,
  }
  const rows = listRowChanges(edited).flatMap(toAudited)
  return [...withoutPersons(changesBetween(from, to, fields)), ...rows].map((change) => ({
    ...change,
    field: `${before.id}.${change.field}`,
  }))
}
