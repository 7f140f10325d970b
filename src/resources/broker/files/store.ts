import type { Account, CoveredPeriod } from '../../../core/values/account.ts'
import type { Context } from '../../../platform/context.ts'
import { sealedColumn } from '../../../platform/crypto/sealed-column.ts'
import { assignments, inserted, json, raw, sql } from '../../../platform/db/sql.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { withinBroker } from '../../brokers/store.ts'

export const FILE_STATUSES = ['received', 'reading', 'read', 'failed'] as const

/** What was found in one file: classes of its documents, accounts and days of its statements. */
export interface Findings {
  documentClasses: string[]
  accounts: Account[]
  periods: CoveredPeriod[]
}

export interface BrokerFileRow {
  id: string
  brokerId: string
  brokerSubmissionId: string
  filename: string
  contentType: string
  sizeBytes: number
  sha256: string
  /** Null once it is the file of a document. */
  storageKey: string | null
  wrappedKey: string | null
  status: (typeof FILE_STATUSES)[number]
  documentClass: string | null
  pageCount: number | null
  errorCode: string | null
  findingsSealed: string | null
  createdAt: string
}

export const FINDINGS = sealedColumn({
  table: 'broker_files',
  column: 'findings_sealed',
  holds: 'the accounts and balances that were found in a file of a broker',
  place: 'broker_files/findings',
  boundTo: ['id'],
})

const COLUMNS =
  raw(`id, broker_id, broker_submission_id, filename, content_type, size_bytes, sha256,
  storage_key, wrapped_key, status, document_class, page_count, error_code, findings_sealed, created_at`)

const BROKER = raw('broker_id')

/** In the order in which they came, by the submission they belong to. */
export async function listFiles(
  ctx: Context,
  submissionIds: readonly string[],
): Promise<Map<string, BrokerFileRow[]>> {
  const rows = await ctx.db.rows<BrokerFileRow>(sql`
    select ${COLUMNS} from broker_files
    where environment_id = ${ctx.environment.id} and ${withinBroker(ctx, BROKER)}
      and broker_submission_id = any(${submissionIds}::uuid[])
    order by created_at, id`)
  return Map.groupBy(rows, (row) => row.brokerSubmissionId)
}

/** For the job that reads it; null when it was deleted. */
export async function findFile(ctx: Context, id: string): Promise<BrokerFileRow | null> {
  return ctx.db.row<BrokerFileRow>(sql`
    select ${COLUMNS} from broker_files
    where environment_id = ${ctx.environment.id} and ${withinBroker(ctx, BROKER)} and id = ${id}
    for no key update`)
}

/** False when the submission already has the same bytes. */
export async function insertFileRow(
  ctx: Context,
  { brokerId, ...columns }: { brokerId: string } & Record<string, unknown>,
): Promise<boolean> {
  const count = await ctx.db.run(sql`
    insert into broker_files
      ${inserted({ environment_id: ctx.environment.id, broker_id: brokerId, ...columns })}
    on conflict (environment_id, broker_submission_id, sha256) do nothing`)
  return count === 1
}

export async function updateFile(
  ctx: Context,
  { id, brokerId }: Pick<BrokerFileRow, 'id' | 'brokerId'>,
  columns: Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(sql`
    update broker_files set ${assignments({ ...columns, updated_at: sql`now()` })}
    where environment_id = ${ctx.environment.id} and broker_id = ${brokerId} and id = ${id}`)
}

/** Throws `broker_file_not_found`. */
export async function deleteFile(
  ctx: Context,
  { submissionId, id }: { submissionId: string; id: string },
): Promise<{ storageKey: string | null }> {
  const row = await ctx.db.row<{ storageKey: string | null }>(sql`
    delete from broker_files
    where environment_id = ${ctx.environment.id} and ${withinBroker(ctx, BROKER)}
      and broker_submission_id = ${submissionId} and id = ${id}
    returning storage_key`)
  if (!row) throw new ApiError('broker_file_not_found')
  return row
}

export function sealFindings(ctx: Context, id: string, findings: Findings): string {
  return FINDINGS.at(ctx, id).seal(json(findings)!)
}

/** Of files that are read; the others hold nothing yet. */
export function openFindings(
  ctx: Context,
  { id, findingsSealed }: Pick<BrokerFileRow, 'id' | 'findingsSealed'>,
): Findings | null {
  if (findingsSealed === null) return null
  return JSON.parse(FINDINGS.at(ctx, id).open(findingsSealed)) as Findings
}
