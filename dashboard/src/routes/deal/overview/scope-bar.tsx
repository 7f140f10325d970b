import { useNavigate } from '@tanstack/react-router'
import type { SubmissionBankSummary } from '../../../../../clients/typescript/src/index.ts'
import { nameAccount } from './name-account.ts'
import type { DealPageSearch } from '../deal-search.ts'

interface Props {
  id: string
  search: DealPageSearch
  summary: SubmissionBankSummary | undefined
}

const RANGES = [
  ['', 'All statements'],
  ['last_3_full_calendar_months', 'Last 3 full months'],
  ['last_6_full_calendar_months', 'Last 6 full months'],
  ['last_12_full_calendar_months', 'Last 12 full months'],
  ['last_90_days', 'Last 90 days'],
] as const

/** Which accounts and days the numbers are of; both stand in the address. */
export function ScopeBar({ search, summary }: Props) {
  const navigate = useNavigate()
  const accounts = summary?.accounts ?? []
  const chosen = search.accounts?.split(',')
  const change = (next: Partial<DealPageSearch>): void =>
    void navigate({
      to: '.',
      search: (before: DealPageSearch) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    })
  const toggle = (accountId: string): void => {
    const all = accounts.map(({ account_id }) => account_id)
    const now = chosen ?? all
    const next = now.includes(accountId)
      ? now.filter((one) => one !== accountId)
      : [...now, accountId]
    const isAll = next.length === 0 || next.length === all.length
    change({ accounts: isAll ? undefined : next.join(',') })
  }
  return (
    <div className="flex flex-wrap items-center gap-2 no-print">
      <select
        aria-label="Period"
        className="field"
        value={search.range ?? ''}
        onChange={({ target }) => change({ range: target.value || undefined })}
      >
        {RANGES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {accounts.length > 1 &&
        accounts.map((account) => (
          <button
            key={account.account_id}
            type="button"
            className="button !font-normal aria-pressed:bg-selected"
            aria-pressed={chosen === undefined || chosen.includes(account.account_id)}
            onClick={() => toggle(account.account_id)}
          >
            {nameAccount(account)}
          </button>
        ))}
    </div>
  )
}
