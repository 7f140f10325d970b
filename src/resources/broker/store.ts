import type { Context } from '../../platform/context.ts'
import { sealedColumn } from '../../platform/crypto/sealed-column.ts'
import { holdRow } from '../../platform/db/record-store.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { assignments, inserted, joinConditions, json, raw, sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { EIN, OWNERS } from '../records/submissions/company.ts'
import type { CompanyInfo, FinancingRequest } from '../records/submissions/store.ts'
import { withinBroker } from '../brokers/store.ts'
import type { BrokerSubmissionStatus } from './lifecycle.ts'

/** Sealed for the same id as in `submissions`, to which they move at acceptance. */
export const OFFERED_EIN = sealedColumn({ ...EIN, table: 'broker_submissions' })
export const OFFERED_OWNERS = sealedColumn({ ...OWNERS, table: 'broker_submissions' })

export interface HistoryEntry {
  at: string
  from: BrokerSubmissionStatus | null
  to: BrokerSubmissionStatus
  by: 'broker' | 'lender'
  note: string | null
}

export interface BrokerSubmissionRow {
  id: string
  brokerId: string
  brokerName: string
  brokerEmail: string
  keyId: string | null
  reference: string
  status: BrokerSubmissionStatus
  companyInfo: CompanyInfo
  einSealed: string | null
  ownersSealed: string | null
  request: FinancingRequest | null
  notes: string | null
  metadata: Record<string, unknown>
  history: HistoryEntry[]
  submissionId: string | null
  /** The lender's stage of the accepted deal. */
  dealStage: string | null
  submittedAt: string | null
  reviewedAt: string | null
  createdAt: string
  updatedAt: string
}

const COLUMNS = raw(`d.id, d.broker_id, b.name as broker_name, b.email as broker_email, d.key_id,
  d.reference, d.status, d.company_info, d.ein_sealed, d.owners_sealed, d.request, d.notes, d.metadata,
  d.history, d.submission_id, s.deal_stage, d.submitted_at, d.reviewed_at, d.created_at, d.updated_at`)

const LOOKUPS = sql`
  join brokers b on b.environment_id = d.environment_id and b.id = d.broker_id
  left join submissions s on s.environment_id = d.environment_id and s.id = d.submission_id`

const BROKER = raw('d.broker_id')

export const BROKER_SUBMISSION_SORTS = ['-created_at', 'updated_at']

export interface BrokerSubmissionFilter {
  status?: BrokerSubmissionStatus
  q?: string
  brokerId?: string
}

export const { list: listBrokerSubmissions } = pagedList<
  BrokerSubmissionRow,
  BrokerSubmissionFilter
>({
  table: 'broker_submissions',
  alias: 'd',
  columns: COLUMNS,
  lookups: LOOKUPS,
  sorts: {
    created_at: { column: 'd.created_at', type: 'timestamptz' },
    updated_at: { column: 'd.updated_at', type: 'timestamptz' },
  },
  where: ({ status, q, brokerId }, ctx) =>
    joinConditions([
      withinBroker(ctx, BROKER),
      status && sql`d.status = ${status}`,
      brokerId && sql`d.broker_id = ${brokerId}`,
      q &&
        sql`position(lower(${q}) in lower(concat_ws(' ', d.reference, d.company_info ->> 'name',
          d.company_info ->> 'dba'))) > 0`,
    ]),
})

/** Throws `broker_submission_not_found`, also for one of another broker. */
export async function getBrokerSubmission(ctx: Context, id: string): Promise<BrokerSubmissionRow> {
  const row = await ctx.db.row<BrokerSubmissionRow>(sql`
    select ${COLUMNS} from broker_submissions d ${LOOKUPS}
    where d.environment_id = ${ctx.environment.id} and d.id = ${id}
      and ${withinBroker(ctx, BROKER)}`)
  if (!row) throw new ApiError('broker_submission_not_found')
  return row
}

/** The same, locked: who changes it too waits for this transaction. */
export async function holdBrokerSubmission(ctx: Context, id: string): Promise<BrokerSubmissionRow> {
  await getBrokerSubmission(ctx, id)
  await holdRow(ctx, 'broker_submissions', id)
  return getBrokerSubmission(ctx, id)
}

export async function insertBrokerSubmission(
  ctx: Context,
  { brokerId, ...columns }: { brokerId: string } & Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(sql`
    insert into broker_submissions
      ${inserted({ environment_id: ctx.environment.id, broker_id: brokerId, ...columns })}`)
}

export async function updateBrokerSubmission(
  ctx: Context,
  { id, brokerId }: Pick<BrokerSubmissionRow, 'id' | 'brokerId'>,
  columns: Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(sql`
    update broker_submissions set ${assignments({ ...columns, updated_at: sql`now()` })}
    where environment_id = ${ctx.environment.id} and broker_id = ${brokerId} and id = ${id}`)
}

/** Moves it on, with an entry of its history. */
export async function moveBrokerSubmission(
  ctx: Context,
  row: BrokerSubmissionRow,
  {
    to,
    note,
    ...columns
  }: { to: BrokerSubmissionStatus; note: string | null } & Record<string, unknown>,
): Promise<void> {
  const at = new Date(ctx.house.now()).toISOString()
  const by = (ctx.actor.brokerId ?? null) === null ? 'lender' : 'broker'
  const entry: HistoryEntry = { at, from: row.status, to, by, note }
  const history = json([...row.history, entry])
  await updateBrokerSubmission(ctx, row, { ...columns, status: to, history })
}

/** Its files go with it. */
export async function deleteBrokerSubmission(
  ctx: Context,
  { id, brokerId }: Pick<BrokerSubmissionRow, 'id' | 'brokerId'>,
): Promise<void> {
  await ctx.db.run(sql`
    delete from broker_submissions
    where environment_id = ${ctx.environment.id} and broker_id = ${brokerId} and id = ${id}`)
}

/** Those older than so many days that became no submission, oldest first; null selects none. */
export async function listExpired(
  ctx: Context,
  days: number | null,
  limit: number,
): Promise<Pick<BrokerSubmissionRow, 'id' | 'brokerId'>[]> {
  return ctx.db.rows(sql`
    select id, broker_id from broker_submissions
    where environment_id = ${ctx.environment.id} and ${withinBroker(ctx, raw('broker_id'))}
      and submission_id is null
      and created_at < now() - ${days}::integer * interval '1 day'
    order by created_at, id limit ${limit}`)
}
