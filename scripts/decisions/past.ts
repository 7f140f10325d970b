import { generateDeals } from '../../fixtures/deals/generate.ts'
import type { Deal } from '../../fixtures/deals/deal.ts'
import type { Desk } from './desk.ts'
import { findRuleId, type Policy } from './policy.ts'

const FLIPS_SHOWN = 5
/** The lowest balance of the account. */
const LEAST_BALANCE_CENTS = 50_000
/** What a back-test tries in place of the policy's 20,000 a month. */
const MOVED = { name: 'Revenue carries an advance', value: 30_000 }

/** Deals of other applicants, each as the rows of its statements. */
export async function fillPast(desk: Desk, count: number): Promise<void> {
  const ids: string[] = []
  for (const deal of generateDeals({ seed: 'past', count })) {
    const { id } = await desk.post('/v1/submissions', { company_info: { name: deal.company.name } })
    await desk.post('/v1/transactions/bulk', { submission_id: id, transactions: buildRows(deal) })
    ids.push(id)
  }
  for (const id of ids) await desk.untilProcessed(id)
}

/** The rows of the operating account with the balances that a statement would print. */
function buildRows({ rows }: Deal): object[] {
  const own = rows.filter(({ accountId }) => accountId === 'operating')
  const sums = own.map(
    (
      (sum) =>
      ({ amountCents }) =>
        (sum += amountCents)
    )(0),
  )
  const opening = Math.max(...sums.map((sum) => LEAST_BALANCE_CENTS - sum), 0)
  return own.map(({ date, amountCents, description }, place) => ({
    date,
    amount: amountCents / 100,
    description,
    balance: (opening + sums[place]!) / 100,
    account: { number: '5511', institution_name: 'Meridian Ridge Bank' },
  }))
}

interface Flip {
  submission_id: string
  from: string
  to: string
  because: { message: string }[]
}

/** Prints the results of the back-test, and what changes with another threshold. */
export async function printBacktest(desk: Desk, policy: Policy): Promise<void> {
  const path = `/v1/policies/${policy.id}/backtest`
  const now = await desk.post(path, {})
  console.log(`\nBack-test of ${now.evaluated} submissions in ${now.duration_ms} ms`)
  console.log(`  pass rate ${now.pass_rate}`, now.results)
  const rules = [{ rule_id: findRuleId(policy, MOVED.name), value: MOVED.value }]
  const moved = await desk.post(path, { rules })
  const { pass_rate_before: before, pass_rate: after, flips_count: count, flips } = moved
  console.log(`\n"${MOVED.name}" at ${MOVED.value}: pass rate ${before} → ${after}`)
  console.log(`  ${count} of ${moved.evaluated} change, in ${moved.duration_ms} ms; the first:`)
  for (const { from, to, because } of (flips as Flip[]).slice(0, FLIPS_SHOWN)) {
    console.log(`  ${from} → ${to}: ${because.map(({ message }) => message).join('; ')}`)
  }
  if (now.evaluated < 2 || (now.evaluated > 50 && count === 0)) throw new Error('Nothing flips')
}
