import { createMoney, table } from './table.ts'

interface Row {
  period: string
  account_id: string | null
  total_credits: number | null
  true_revenue: number | null
  total_debits: number | null
  ending_balance: number | null
  average_daily_balance: number | null
  negative_balance_days: number | null
  nsf_count: number | null
  mca_debits: number | null
  is_partial: boolean
}

interface BankSummary {
  currency: string
  rows: Row[]
  accounts: { account_id: string; name: string }[]
}

/** The rows of a bank summary as a table, one period a line; `≈` stands before a partial one. */
export function bankSummaryText({ currency, rows, accounts }: BankSummary): string {
  const money = createMoney(currency)
  const names = new Map(accounts.map(({ account_id: id, name }) => [id, `  ${name}`]))
  const head = [
    'period',
    'deposits',
    'true revenue',
    'withdrawals',
    'ending balance',
    'average daily balance',
    'negative days',
    'NSF',
    'MCA payments',
  ]
  const cells = rows.map((row) => [
    `${row.is_partial ? '≈ ' : ''}${row.period}${names.get(row.account_id ?? '') ?? ''}`,
    money(row.total_credits),
    money(row.true_revenue),
    money(row.total_debits),
    money(row.ending_balance),
    money(row.average_daily_balance),
    String(row.negative_balance_days ?? '–'),
    String(row.nsf_count ?? '–'),
    money(row.mca_debits),
  ])
  return `Bank summary\n\n${table(head, cells)}`
}
