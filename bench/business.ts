import { randomUUID } from 'node:crypto'
import { enrich } from '../src/core/enrichment/enrich.ts'
import type { EnrichedTransaction } from '../src/core/values/transaction.ts'
import type { Pool } from '../src/platform/db/server/connect.ts'
import { derivedId } from '../src/platform/crypto/derived-id.ts'
import { generateDeal } from '../fixtures/deals/generate.ts'

const ACCOUNTS = 3
const ROWS_PER_STATEMENT = 5_000
/** More would be streams of many businesses at once. */
const DEALS_WITH_STREAMS = 1

/** A business with so many enriched rows, as if several deals were its. */
export interface Business {
  submissionId: string
  accounts: readonly string[]
  /** By date; each in one of the accounts, with its running balance. */
  rows: readonly EnrichedTransaction[]
  streams: readonly FoundStream[]
  positions: readonly FoundPosition[]
}

type Enriched = ReturnType<typeof enrich>
type FoundStream = Enriched['streams'][number]
type FoundPosition = Enriched['positions'][number]

/** Writes such a business and returns its submission. */
export async function insertBusiness(
  pool: Pool,
  environmentId: string,
  count: number,
): Promise<string> {
  const business = makeBusiness(count)
  const { submissionId } = business
  await pool.query(
    `insert into submissions (environment_id, id, name, status, auto_process, data_version) values ($1, $2, 'Bench', 'processed', false, 1)`,
    [environmentId, submissionId],
  )
  for (const id of business.accounts) {
    await pool.query(
      `insert into accounts (environment_id, id, submission_id, fingerprint, name, type, currency, is_included)
        values ($1, $2::uuid, $3, $2::uuid::text, 'Operating', 'checking', 'USD', true)`,
      [environmentId, id, submissionId],
    )
  }
  await insertBodies(pool, { environmentId, submissionId, table: 'streams' }, business.streams)
  await insertBodies(pool, { environmentId, submissionId, table: 'positions' }, business.positions)
  await insertRows(pool, { environmentId, submissionId }, business.rows)
  await pool.query('analyze transactions')
  return submissionId
}

/** Each deal enriched by itself, as it is whole; the first ones bring their streams and positions. */
export function makeBusiness(count: number): Business {
  const submissionId = randomUUID()
  const rows: EnrichedTransaction[] = []
  const streams: FoundStream[] = []
  const positions: FoundPosition[] = []
  for (let index = 0; rows.length < count; index += 1) {
    const found = enrichedDeal(index)
    const deriveId = (id: string): string => derivedId(submissionId, `${index} ${id}`)
    const deriveKeptId = (id: string | null): string | null =>
      isKept && id !== null ? deriveId(id) : null
    const isKept = index < DEALS_WITH_STREAMS
    if (isKept) {
      streams.push(...found.streams.map((one) => ({ ...one, id: deriveId(one.id) })))
      positions.push(...found.positions.map((one) => ({ ...one, id: deriveId(one.id) })))
    }
    rows.push(
      ...found.transactions.map((row) => ({
        ...row,
        streamId: deriveKeptId(row.streamId),
        positionId: deriveKeptId(row.positionId),
      })),
    )
  }
  const byDate = rows
    .slice(0, count)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID() as string)
  return { submissionId, accounts, rows: placed(byDate, accounts), streams, positions }
}

function enrichedDeal(index: number): Enriched {
  const { rows, accounts, company, periods } = generateDeal('analytics', index)
  const transactions = rows.map((row) => ({
    ...UNSAID,
    id: randomUUID() as string,
    accountId: row.accountId,
    date: row.date,
    amount: row.amountCents,
    description: row.description,
    checkNumber: row.checkNumber,
  }))
  return enrich({ accounts, company, periods, transactions, asOf: null })
}

/** The rows in turn over the accounts, each with the balance of its account after it. */
function placed(
  rows: readonly EnrichedTransaction[],
  accounts: readonly string[],
): EnrichedTransaction[] {
  const balances = new Float64Array(accounts.length)
  return rows.map((row, index) => {
    const account = index % accounts.length
    balances[account]! += row.amount
    return { ...row, accountId: accounts[account]!, balance: balances[account]! }
  })
}

const UNSAID = {
  currency: 'USD',
  balance: null,
  mccCode: null,
  bankType: null,
  isPending: false,
  isDuplicate: false,
  providerCategory: null,
  override: null,
}

interface Place {
  environmentId: string
  submissionId: string
}

async function insertBodies(
  pool: Pool,
  { environmentId, submissionId, table }: Place & { table: 'streams' | 'positions' },
  bodies: readonly { id: string }[],
): Promise<void> {
  await pool.query(
    `insert into ${table} (environment_id, id, submission_id, body)
      select $1, (body ->> 'id')::uuid, $2, body from jsonb_array_elements($3::jsonb) as b (body)`,
    [environmentId, submissionId, JSON.stringify(bodies)],
  )
}

async function insertRows(
  pool: Pool,
  { environmentId, submissionId }: Place,
  rows: readonly EnrichedTransaction[],
): Promise<void> {
  const columns = rows.map(toColumns)
  for (let from = 0; from < columns.length; from += ROWS_PER_STATEMENT) {
    await pool.query(
      `insert into transactions (environment_id, submission_id, source, raw_description, enriched_at, balance_source, ${NAMES})
        select $1, $2, 'bench', r.description, now(), 'provider', ${NAMES}
        from json_populate_recordset(null::transactions, $3::json) as r`,
      [environmentId, submissionId, JSON.stringify(columns.slice(from, from + ROWS_PER_STATEMENT))],
    )
  }
}

type Columns = ReturnType<typeof toColumns>

function toColumns(row: EnrichedTransaction, index: number) {
  const [primary] = row.categories
  return {
    id: row.id,
    account_id: row.accountId,
    date: row.date,
    position: index,
    amount: row.amount,
    currency: row.currency,
    balance: row.balance,
    description: row.description,
    normalized_description: row.normalizedDescription,
    merchant_name: row.merchantName,
    counterparty: row.counterparty,
    check_number: row.checkNumber,
    channel: row.channel,
    category_slug: primary!.slug,
    categories: row.categories,
    flags: row.flags,
    fee_kind: row.feeKind,
    is_revenue: row.isRevenue,
    exclusion_reason: row.exclusionReason,
    is_debt: row.isDebt,
    is_recurring: row.isRecurring,
    is_pending: row.isPending,
    is_duplicate: row.isDuplicate,
    stream_id: row.streamId,
    position_id: row.positionId,
    position_role: row.positionRole,
    funder_id: row.funderId,
    matched_transaction_id: row.matchedTransactionId,
    match_score: row.matchScore === null ? null : Math.round(row.matchScore),
    needs_review: row.needsReview,
    metadata: {},
  }
}

const NAMES = ([
  'id', 'account_id', 'date', 'position', 'amount', 'currency', 'balance', 'description',
  'normalized_description', 'merchant_name', 'counterparty', 'check_number', 'channel',
  'category_slug', 'categories', 'flags', 'fee_kind', 'is_revenue', 'exclusion_reason', 'is_debt', 'is_recurring', 'is_pending',
  'is_duplicate', 'stream_id', 'position_id', 'position_role', 'funder_id',
  'matched_transaction_id', 'match_score', 'needs_review', 'metadata',
] satisfies (keyof Columns)[]).join(', ') // prettier-ignore
