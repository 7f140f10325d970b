import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededDraw, type Draw } from '../../core/analytics/random.ts'
import { addDays } from '../../core/values/dates.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Db } from '../../platform/db/transaction.ts'

/** Rows of a business as a caller would send them: made from a seed, different for every seed. */
export function generatedDeal(seed: string): object[] {
  const draw = seededDraw(seed)
  const days = 60 + Math.floor(draw() * 60)
  const rows: object[] = [
    { date: '2025-01-01', description: 'CHECK DEPOSIT', amount: 25, balance: 900 },
  ]
  for (let day = 0; day < days; day += 1) {
    for (const { text, share, least, most } of KINDS) {
      if (draw() > share) continue
      const amount = Math.sign(most) * amountBetween(draw, Math.abs(least), Math.abs(most))
      rows.push({ date: addDays('2025-01-01', day), description: text, amount })
    }
  }
  return rows
}

/** What happens to a business, how often a day and for how much. */
const KINDS = [
  { text: 'SQUARE INC DEPOSIT', share: 0.7, least: 200, most: 2_500 },
  { text: 'ACH CREDIT NORTHWIND TRADERS INVOICE', share: 0.1, least: 500, most: 9_000 },
  { text: 'WIRE TRANSFER IN 0042', share: 0.02, least: 1_000, most: 20_000 },
  { text: 'SYSCO FOODS', share: 0.4, least: -80, most: -900 },
  { text: 'GUSTO PAYROLL', share: 0.07, least: -1_500, most: -4_000 },
  { text: 'MAIN STREET PROPERTIES RENT', share: 0.03, least: -1_800, most: -1_900 },
  { text: 'NSF RETURNED ITEM FEE', share: 0.04, least: -35, most: -35 },
  { text: 'ATM WITHDRAWAL', share: 0.06, least: -40, most: -400 },
  { text: 'ONDECK CAPITAL DAILY PMT', share: 0.3, least: -120, most: -120 },
  { text: 'IRS USATAXPYMT', share: 0.02, least: -300, most: -1_200 },
  { text: 'REFUND TO CUSTOMER', share: 0.03, least: -20, most: -200 },
  { text: 'SAVINGS INTEREST PAID', share: 0.02, least: 1, most: 12 },
]

function amountBetween(draw: Draw, least: number, most: number): number {
  return Math.round((least + draw() * (most - least)) * 100) / 100
}

/** Twenty numbers of a submission, in major units: one plain statement, no code of the analytics. */
export async function plainNumbers(
  db: Db,
  environmentId: string,
  submissionId: string,
): Promise<Record<string, number>> {
  const row = await db.row<Record<string, number>>(sql`
    with rows as (
      select t.date, t.amount, t.category_slug as slug, t.is_revenue,
        split_part(t.category_slug, '.', 1) as root, t.exclusion_reason as reason
      from transactions t
      where t.environment_id = ${environmentId} and t.submission_id = ${submissionId}
        and not t.is_pending and not t.is_duplicate
    ), sums as (
      select
        count(*) as transaction_count,
        coalesce(sum(amount) filter (where amount > 0), 0) as total_deposits,
        -coalesce(sum(amount) filter (where amount < 0 and slug not in ('transfers.internal', 'returns.reversal')), 0) as total_withdrawals,
        count(*) filter (where amount < 0 and slug not in ('transfers.internal', 'returns.reversal')) as withdrawal_count,
        coalesce(sum(amount) filter (where is_revenue), 0) as gross_revenue,
        -coalesce(sum(amount) filter (where amount < 0 and reason is distinct from 'returned_or_reversed'
          and (root = 'revenue' or slug = 'returns.returned_deposit')), 0) as contra_revenue,
        count(*) filter (where amount > 0 and root not in ('fees', 'returns') and slug <> 'transfers.internal') as deposit_count,
        count(distinct date) filter (where amount > 0 and root not in ('fees', 'returns') and slug <> 'transfers.internal') as deposit_days,
        coalesce(sum(amount) filter (where slug <> 'transfers.internal'), 0) as net_cash_flow,
        -coalesce(sum(amount) filter (where slug in ('expenses.payroll', 'expenses.benefits', 'expenses.staffing_agency')), 0) as payroll_total,
        -coalesce(sum(amount) filter (where slug = 'expenses.rent'), 0) as rent_total,
        coalesce(sum(amount) filter (where amount > 0 and root = 'debt'), 0) as debt_proceeds,
        count(distinct date) filter (where is_revenue) as revenue_days,
        -coalesce(sum(amount) filter (where slug = 'fees.nsf_overdraft'), 0) as nsf_overdraft_fees,
        -coalesce(sum(amount) filter (where slug in ('transfers.atm_withdrawal', 'transfers.cash_withdrawal')), 0) as cash_withdrawals,
        count(*) filter (where amount < 0 and root = 'taxes') as tax_payments,
        -coalesce(sum(amount) filter (where root = 'taxes'), 0) as tax_payment_amount
      from rows
    )
    select transaction_count::int, deposit_count::int, deposit_days::int, withdrawal_count::int, revenue_days::int,
      tax_payments::int, (total_deposits / 100)::float8 as total_deposits, (total_withdrawals / 100)::float8 as total_withdrawals,
      (gross_revenue / 100)::float8 as gross_revenue, (contra_revenue / 100)::float8 as contra_revenue,
      ((gross_revenue - contra_revenue) / 100)::float8 as true_revenue,
      ((total_deposits - gross_revenue) / 100)::float8 as non_revenue_deposits,
      round(gross_revenue / nullif(total_deposits, 0), 4)::float8 as true_revenue_ratio,
      (net_cash_flow / 100)::float8 as net_cash_flow, (payroll_total / 100)::float8 as payroll_total,
      (rent_total / 100)::float8 as rent_total, (debt_proceeds / 100)::float8 as debt_proceeds,
      (nsf_overdraft_fees / 100)::float8 as nsf_overdraft_fees, (cash_withdrawals / 100)::float8 as cash_withdrawals,
      (tax_payment_amount / 100)::float8 as tax_payment_amount
    from sums`)
  const entries = Object.entries(row!).map(([name, value]) => [snake(name), value])
  return Object.fromEntries(entries) as Record<string, number>
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

test('a generated deal is the same for the same seed, and another for another', () => {
  assert.deepEqual(generatedDeal('one'), generatedDeal('one'))
  assert.notDeepEqual(generatedDeal('one'), generatedDeal('two'))
})
