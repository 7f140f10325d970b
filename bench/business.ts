import { randomUUID } from 'node:crypto'
import { enrich } from '../src/core/enrichment/enrich.ts'
import type { EnrichedTransaction } from '../src/core/values/transaction.ts'
import type { Pool } from '../src/platform/db/connect.ts'
import { derivedId } from '../src/platform/crypto/derived-id.ts'
import { generateDeal } from '../fixtures/deals/generate.ts'

const ACCOUNTS = 3
const ROWS_PER_STATEMENT = 5_000
/** More would be streams of many businesses at once. */
const DEALS_WITH_STREAMS = 1

/** One business with so many enriched rows, as if several deals were its; answers the submission. */
export async function insertBusiness(
  pool: Pool,
  environmentId: string,
  count: number,
): Promise<string> {
  const submissionId = randomUUID()
  await pool.query(
    `insert into submissions (environment_id, id, name, status, auto_process, data_version) values ($1, $2, 'Bench', 'processed', false, 1)`,
    [environmentId, submissionId],
  )
  const accounts = Array.from({ length: ACCOUNTS }, () => randomUUID())
  for (const id of accounts) {
    await pool.query(
      `insert into accounts (environment_id, id, submission_id, fingerprint, name, type, currency, is_included)
        values ($1, $2::uuid, $3, $2::uuid::text, 'Operating', 'checking', 'USD', true)`,
      [environmentId, id, submissionId],
    )
  }
  const place = { environmentId, submissionId, accounts }
  await insertRows(pool, place, await enrichedRows(pool, place, count))
  await pool.query('analyze transactions')
  return submissionId
}

interface Place {
  environmentId: string
  submissionId: string
  accounts: readonly string[]
}

/** Each deal enriched by itself, as it is whole; the first ones bring their streams and positions. */
async function enrichedRows(
  pool: Pool,
  place: Place,
  count: number,
): Promise<EnrichedTransaction[]> {
  const rows: EnrichedTransaction[] = []
  for (let index = 0; rows.length < count; index += 1) {
    const deal = generateDeal('analytics', index)
    const ids = new Map(deal.rows.map(({ id }) => [id, randomUUID() as string]))
    const transactions = deal.rows.map((row) => ({
      ...UNSAID,
      id: ids.get(row.id)!,
      accountId: row.accountId,
      date: row.date,
      amount: row.amountCents,
      description: row.description,
      checkNumber: row.checkNumber,
    }))
    const { accounts, company, periods } = deal
    const found = enrich({ accounts, company, periods, transactions, asOf: null })
    const idOf = (id: string | null): string | null => id && derivedId(place.submissionId, `${index} ${id}`) // prettier-ignore
    const isKept = index < DEALS_WITH_STREAMS
    if (isKept) {
      await insertBodies(pool, 'streams', place, found.streams.map((one) => ({ ...one, id: idOf(one.id) }))) // prettier-ignore
      await insertBodies(pool, 'positions', place, found.positions.map((one) => ({ ...one, id: idOf(one.id) }))) // prettier-ignore
    }
    rows.push(
      ...found.transactions.map((row) => ({
        ...row,
        streamId: isKept ? idOf(row.streamId) : null,
        positionId: isKept ? idOf(row.positionId) : null,
      })),
    )
  }
  return rows.slice(0, count).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
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

async function insertBodies(
  pool: Pool,
  table: 'streams' | 'positions',
  { environmentId, submissionId }: Place,
  bodies: readonly { id: string | null }[],
): Promise<void> {
  await pool.query(
    `insert into ${table} (environment_id, id, submission_id, body)
      select $1, (body ->> 'id')::uuid, $2, body from jsonb_array_elements($3::jsonb) as b (body)`,
    [environmentId, submissionId, JSON.stringify(bodies)],
  )
}

async function insertRows(
  pool: Pool,
  { environmentId, submissionId, accounts }: Place,
  rows: readonly EnrichedTransaction[],
): Promise<void> {
  const balances = new Float64Array(accounts.length)
  const columns = rows.map((row, index) => {
    const account = index % accounts.length
    balances[account]! += row.amount
    return columnsOf(row, { index, accountId: accounts[account]!, balance: balances[account]! })
  })
  for (let from = 0; from < columns.length; from += ROWS_PER_STATEMENT) {
    await pool.query(
      `insert into transactions (environment_id, submission_id, source, raw_description, enriched_at, balance_source, ${NAMES})
        select $1, $2, 'bench', r.description, now(), 'provider', ${NAMES}
        from json_populate_recordset(null::transactions, $3::json) as r`,
      [environmentId, submissionId, JSON.stringify(columns.slice(from, from + ROWS_PER_STATEMENT))],
    )
  }
}

type Columns = ReturnType<typeof columnsOf>

function columnsOf(
  row: EnrichedTransaction,
  place: { index: number; accountId: string; balance: number },
) {
  const [primary] = row.categories
  return {
    id: row.id,
    account_id: place.accountId,
    date: row.date,
    position: place.index,
    amount: row.amount,
    currency: row.currency,
    balance: place.balance,
    description: row.description,
    normalized_description: row.normalizedDescription,
    merchant_name: row.merchantName,
    counterparty: row.counterparty,
    check_number: row.checkNumber,
    channel: row.channel,
    category_slug: primary!.slug,
    categories: row.categories,
    category_confidence: primary!.confidence,
    category_source: primary!.source,
    category_rule_id: primary!.ruleId,
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
  'category_slug', 'categories', 'category_confidence', 'category_source', 'category_rule_id',
  'flags', 'fee_kind', 'is_revenue', 'exclusion_reason', 'is_debt', 'is_recurring', 'is_pending',
  'is_duplicate', 'stream_id', 'position_id', 'position_role', 'funder_id',
  'matched_transaction_id', 'match_score', 'needs_review', 'metadata',
] satisfies (keyof Columns)[]).join(', ') // prettier-ignore
