import { useQuery } from '@tanstack/react-query'
import type {
  SubmissionBankSummary,
  SubmissionBankSummaryAverages,
  SubmissionBankSummaryRow,
} from '../../../../../clients/typescript/src/index.ts'
import { reportQuery, type Scope } from '../../../data/queries.ts'
import { formatMonth, formatPercent, formatWhole, formatCount } from '../../../format/values.ts'
import { Panel } from '../../../parts/page.tsx'
import type { EvidenceTarget } from '../deal-search.ts'
import { Value } from '../evidence/value.tsx'

type Figures = Partial<Record<keyof SubmissionBankSummaryRow, unknown>> & { low?: number | null }

interface Column {
  key: keyof SubmissionBankSummaryRow | 'low'
  label: string
  format: (value: number | null | undefined) => string
  target: EvidenceTarget
  isStrong?: boolean
}

const metric = (name: string): EvidenceTarget => ({ kind: 'metric', name })

const COLUMNS: readonly Column[] = [
  {
    key: 'total_credits',
    label: 'Deposits',
    format: formatWhole,
    target: metric('total_deposits'),
  },
  {
    key: 'non_revenue',
    label: 'Non-revenue',
    format: formatWhole,
    target: metric('non_revenue_deposits'),
  },
  {
    key: 'true_revenue',
    label: 'True revenue',
    format: formatWhole,
    target: metric('true_revenue'),
    isStrong: true,
  },
  {
    key: 'total_debits',
    label: 'Withdrawals',
    format: formatWhole,
    target: { kind: 'direction', name: 'outflow' },
  },
  {
    key: 'average_daily_balance',
    label: 'Avg. balance',
    format: formatWhole,
    target: metric('average_daily_balance'),
  },
  { key: 'low', label: 'Low', format: formatWhole, target: metric('minimum_balance') },
  { key: 'ending_balance', label: 'End', format: formatWhole, target: metric('closing_balance') },
  {
    key: 'negative_balance_days',
    label: 'Neg. days',
    format: formatCount,
    target: metric('negative_days'),
  },
  { key: 'nsf_count', label: 'NSF', format: formatCount, target: metric('nsf_count') },
  { key: 'overdraft_count', label: 'OD', format: formatCount, target: metric('overdraft_count') },
  { key: 'mca_credits', label: 'MCA in', format: formatWhole, target: metric('debt_proceeds') },
  {
    key: 'mca_debits',
    label: 'MCA out',
    format: formatWhole,
    target: metric('monthly_mca_payments'),
  },
  {
    key: 'holdback_actual',
    label: 'Holdback',
    format: formatPercent,
    target: metric('holdback_ratio'),
  },
]

interface Props {
  id: string
  scope: Scope
  summary: SubmissionBankSummary
}

/** Months, newest first, with their mean and sum; every number opens its rows. */
export function MonthTable({ id, scope, summary }: Props) {
  const balances = useQuery(reportQuery('balances', id, scope))
  const lows = new Map(balances.data?.monthly.map(({ month, min }) => [month, min]))
  const rows = summary.rows.toReversed()
  const highest = Math.max(1, ...rows.map(({ true_revenue }) => true_revenue))
  return (
    <Panel
      title="Months"
      note={`${summary.currency}, whole units; true revenue is less refunds to customers, too`}
      isFlush
    >
      <div className="scroller" tabIndex={0} role="group" aria-label="Table of months">
        <table className="ledger">
          <caption className="sr-only">Figures by month, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {COLUMNS.map(({ key, label }) => (
                <th key={key} scope="col" className="num">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.period}>
                <MonthHead row={row} />
                <Cells
                  figures={{ ...row, low: lows.get(row.period) ?? null }}
                  label={formatMonth(row.period)}
                  days={{ from: row.start_date, to: row.end_date }}
                  share={row.true_revenue / highest}
                />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <Totals summary={summary} low={balances.data?.summary.min ?? null} />
          </tfoot>
        </table>
      </div>
    </Panel>
  )
}

function MonthHead({ row }: { row: SubmissionBankSummaryRow }) {
  const { period, is_mtd, is_partial, is_unreconcilable, is_set_by_person } = row
  return (
    <th scope="row" className="whitespace-nowrap !font-semibold">
      {formatMonth(period)}
      {is_mtd && <span className="chip ml-2">month to date</span>}
      {is_partial && !is_mtd && <span className="chip ml-2">incomplete</span>}
      {is_unreconcilable ? (
        <span className="negative ml-2">✕ not reconciled</span>
      ) : is_set_by_person ? (
        <span
          className="caution ml-2"
          title="It closes by a figure that a person set, not by print"
        >
          ▲ set by a person
        </span>
      ) : (
        <span className="positive ml-2" title="Reconciled">
          ✓<span className="sr-only">reconciled</span>
        </span>
      )}
    </th>
  )
}

interface CellsProps {
  figures: Figures
  label: string
  days?: { from: string; to: string }
  /** Of the highest month, for the bar behind true revenue. */
  share?: number
}

function Cells({ figures, label, days, share }: CellsProps) {
  return COLUMNS.map(({ key, label: column, format, target, isStrong }) => {
    const value = figures[key] as number | null | undefined
    const style = isStrong && share !== undefined ? { '--share': `${share * 100}%` } : undefined
    const text = format(value)
    return (
      <td
        key={key}
        className={`num${isStrong ? ' font-semibold text-ink' : ''}${style ? ' valued' : ''}`}
        style={style as React.CSSProperties | undefined}
      >
        {value === null || value === undefined || days === undefined ? (
          text
        ) : (
          <Value label={`${column}, ${label}`} target={target} days={days}>
            {text}
          </Value>
        )}
      </td>
    )
  })
}

/** A mean or a share adds up to nothing. */
const NOT_ADDED = { average_daily_balance: null, holdback_actual: null }

function Totals({ summary, low }: { summary: SubmissionBankSummary; low: number | null }) {
  const { averages, totals, date_range: range } = summary
  const { start_date: from, end_date: to } = range
  const days = from !== null && to !== null ? { from, to } : null
  return (
    <>
      {averages !== null && (
        <tr>
          <th scope="row">
            Average
            <div className="meta !font-normal">of full months</div>
          </th>
          <Cells
            figures={{ ...(averages as unknown as Figures), holdback_actual: divide(averages) }}
            label="average"
          />
        </tr>
      )}
      {totals !== null && (
        <tr>
          <th scope="row">Total</th>
          <Cells
            figures={{ ...(totals as unknown as Figures), ...NOT_ADDED, low }}
            label="all months"
            {...(days && { days })}
          />
        </tr>
      )}
    </>
  )
}

/** As the metric: mean payments over mean true revenue, and no mean of the months' shares. */
function divide({
  mca_debits: paid,
  true_revenue: revenue,
}: SubmissionBankSummaryAverages): number | null {
  return revenue === null || revenue <= 0 || paid === null ? null : paid / revenue
}
