import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type {
  SubmissionMetricResult,
  Transaction,
} from '../../../../../clients/typescript/src/index.ts'
import { keyed, reportQuery } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import {
  formatCents,
  formatCounted,
  formatDay,
  formatMonth,
  formatUnit,
  findUnit,
  toWords,
} from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Fault, Skeleton } from '../../../parts/page.tsx'
import { nameAccount } from '../overview/name-account.ts'
import { chooseDays } from './basis-days.ts'
import { describeScale, findScale } from './scale.ts'
import { parseEvidence, toScope, type DealPageSearch, type EvidenceTarget } from '../deal-search.ts'

const ROWS_MAX = 200

interface Props {
  id: string
  search: DealPageSearch
}

/** The rows behind a number, with how it was computed; each row leads to its line on the page. */
export function Evidence({ id, search }: Props) {
  const navigate = useNavigate()
  const target = parseEvidence(search.evidence ?? '')
  const close = (): void =>
    void navigate({
      to: '.',
      search: (before: Record<string, string | undefined>) => ({
        ...before,
        evidence: undefined,
        from: undefined,
        to: undefined,
      }),
      resetScroll: false,
    })
  const metric = useMetric(id, target, search)
  const rows = useRows(id, target, search)
  if (target === null) return null
  const title = metric.data?.label ?? titleFor(target)
  return (
    <Dialog kind="drawer" title={title} note={describeDays(metric.data, search)} onClose={close}>
      <div className="grid gap-4 p-4">
        {metric.data && <Sum id={id} search={search} metric={metric.data} />}
        {rows.error ? (
          <Fault error={rows.error} onRetry={() => void rows.refetch()} />
        ) : rows.data === undefined ? (
          <Skeleton height={200} />
        ) : (
          <Rows id={id} rows={rows.data.data} total={rows.data.total} search={search} />
        )}
      </div>
    </Dialog>
  )
}

function useMetric(id: string, target: EvidenceTarget | null, search: DealPageSearch) {
  const params = { ...toScope(search), ...toDays(search) }
  return useQuery({
    queryKey: keyed('deal', id, 'metric', target?.name, params),
    queryFn: () => api.submissions.getMetric(id, target?.name ?? '', drop(params)),
    enabled: target?.kind === 'metric',
  })
}

function useRows(id: string, target: EvidenceTarget | null, search: DealPageSearch) {
  const params = { ...toScope(search), ...toDays(search), ...toFilter(target) }
  return useQuery({
    queryKey: keyed('deal', id, 'evidence', params),
    queryFn: async () => {
      const list = api.transactions.list({
        ...drop(params),
        submission_id: id,
        limit: ROWS_MAX,
        include_total: true,
      })
      const { data, meta } = await list.page()
      return { data, total: (meta?.total_count as number | undefined) ?? data.length }
    },
    enabled: target !== null,
  })
}

function toFilter(target: EvidenceTarget | null): Record<string, string> {
  if (target === null) return {}
  return target.kind === 'position' ? { position_id: target.name } : { [target.kind]: target.name }
}

function toDays({ from, to, range }: DealPageSearch) {
  if (from !== undefined && to !== undefined)
    return { start_date: from, end_date: to, date_range: undefined }
  return range === undefined ? {} : { date_range: range }
}

function drop<T extends object>(params: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> }
}

function titleFor({ kind, name }: EvidenceTarget): string {
  if (kind === 'direction') return name === 'inflow' ? 'Deposits' : 'Withdrawals'
  return kind === 'position' ? 'Payments of the position' : toWords(name)
}

function describeDays(metric: SubmissionMetricResult | undefined, search: DealPageSearch): string {
  const start = metric?.date_range.start_date ?? search.from
  const end = metric?.date_range.end_date ?? search.to
  return start && end ? `${formatDay(start)} to ${formatDay(end)}` : 'All days'
}

/** Refunds to customers are among the rows, and count against. */
function explain(metric: SubmissionMetricResult, text: string, months: number): string {
  const { name } = metric
  const scale = findScale(metric)
  const sum = text.replaceAll('amount × factor', 'the amounts of the rows below')
  if (scale !== null) return `${describeScale(scale)}. ${sum}`
  return name.startsWith('monthly_') && months > 1 ? `The mean of the months. ${sum}` : sum
}

/** The value, what it was computed by, and how it went from month to month. */
function Sum({ metric, ...place }: Props & { metric: SubmissionMetricResult }) {
  const { value, currency, basis, by_month: months } = metric
  const unit = findUnit(metric.name, metric.unit)
  const known = months.filter((one) => typeof one.value === 'number')
  return (
    <div className="grid gap-3">
      <div className="text-[22px] leading-[26px] font-semibold text-ink">
        {formatUnit(value, unit, currency ?? 'USD')}
      </div>
      {basis !== null && <p className="text-muted">{explain(metric, basis.text, known.length)}</p>}
      {known.length > 1 && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {known.map(({ month, value: amount }) => (
            <div key={month}>
              <dt className="meta">{formatMonth(month)}</dt>
              <dd>{formatUnit(amount, unit, currency ?? 'USD')}</dd>
            </div>
          ))}
        </dl>
      )}
      {basis !== null && basis.days.length > 0 && <Days basis={basis} {...place} />}
    </div>
  )
}

interface DaysProps extends Props {
  basis: NonNullable<SubmissionMetricResult['basis']>
}

function Days({ id, search, basis }: DaysProps) {
  const { title, days } = chooseDays(basis)
  const hasSeveral = new Set(days.map(({ account_id }) => account_id)).size > 1
  const summary = useQuery({
    ...reportQuery('bankSummary', id, toScope(search)),
    enabled: hasSeveral,
  })
  const names = new Map(summary.data?.accounts.map((one) => [one.account_id, nameAccount(one)]))
  return (
    <details open={basis.rows_count === 0}>
      <summary className="label cursor-pointer py-1">{title}</summary>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {hasSeveral && <th scope="col">Account</th>}
            <th scope="col" className="num">
              Opening
            </th>
            <th scope="col" className="num">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, account_id, opening, balance }) => (
            <tr key={`${date} ${account_id}`}>
              <th scope="row">{formatDay(date)}</th>
              {hasSeveral && <td>{names.get(account_id)}</td>}
              <td className="num">{formatCents(opening)}</td>
              <td className="num">{formatCents(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

interface RowsProps extends Props {
  rows: Transaction[]
  total: number
}

function Rows({ id, rows, total, search }: RowsProps) {
  if (rows.length === 0)
    return <p className="text-muted">No single row makes up this number; it is computed by day.</p>
  const note =
    total > rows.length ? `The first ${rows.length} of ${total}` : formatCounted(total, 'row')
  return (
    <section aria-label="Rows">
      <div className="mb-1 flex items-baseline justify-between gap-4">
        <span className="label">{note}</span>
        <Link
          to="/deals/$id/transactions"
          params={{ id }}
          search={{ counted: search.evidence, from: search.from, to: search.to }}
        >
          Open in Transactions
        </Link>
      </div>
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Description</th>
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <EvidenceRow key={row.id} id={id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function EvidenceRow({ id, row }: { id: string; row: Transaction }) {
  const { date, description, merchant_name, amount, categories, document_id, evidence } = row
  const name = merchant_name ?? row.normalized_description ?? description
  return (
    <tr>
      <td className="whitespace-nowrap">{formatDay(date)}</td>
      <td>
        {document_id === null ? (
          name
        ) : (
          <Link
            to="/deals/$id/documents/$documentId"
            params={{ id, documentId: document_id }}
            search={{ row: row.id, page: String(evidence?.page ?? 1) }}
          >
            {name}
          </Link>
        )}
        <div className="meta line-clamp-1 break-all" title={description}>
          {categories[0]?.name ?? 'Uncategorized'} · {description}
        </div>
      </td>
      <td className="num">{formatCents(amount)}</td>
    </tr>
  )
}
