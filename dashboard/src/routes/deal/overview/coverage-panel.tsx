import { useQuery } from '@tanstack/react-query'
import type { SubmissionCoverage } from '../../../../../clients/typescript/src/index.ts'
import { reportQuery, type Scope } from '../../../data/queries.ts'
import { formatMonth, formatCounted, formatText } from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'

const CELLS: Record<string, readonly [glyph: string, word: string, tone: string]> = {
  full: ['■', 'complete', 'positive'],
  partial: ['◧', 'in part', 'caution'],
  missing: ['□', 'missing', 'negative'],
  none: ['–', 'none', 'text-faint'],
}

/** Which month of which account there are statements of, and what to request. */
export function CoveragePanel({ id, scope }: { id: string; scope: Scope }) {
  const coverage = useQuery(reportQuery('coverage', id, scope))
  return (
    <Panel title="Coverage" note={coverage.data && describe(coverage.data)}>
      <Loading query={coverage} height={120}>
        {(data) => (
          <div className="grid gap-3">
            <Grid coverage={data} />
            <Requests coverage={data} />
          </div>
        )}
      </Loading>
    </Panel>
  )
}

function describe({ summary, required_months }: SubmissionCoverage): string {
  const days = `${summary.covered_days} of the ${formatCounted(summary.history_days, 'day')} between`
  return `${days} the first row and the last; required: ${formatCounted(required_months, 'month')}`
}

function Grid({ coverage }: { coverage: SubmissionCoverage }) {
  const { accounts, months } = coverage
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Grid of coverage">
      <table className="ledger">
        <caption className="sr-only">Coverage by account and month</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {months.map(({ month }) => (
              <th key={month} scope="col">
                {formatMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account_id, name, last4 }) => (
            <tr key={account_id}>
              <th scope="row">{last4 === null ? name : `·${last4}`}</th>
              {months.map(({ month, accounts: cells }) => (
                <Cell
                  key={month}
                  status={cells.find((one) => one.account_id === account_id)?.status ?? 'none'}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ status }: { status: string }) {
  const [glyph, word, tone] = CELLS[status] ?? ['◧', status, 'caution']
  return (
    <td className="whitespace-nowrap">
      <span className={tone} aria-hidden="true">
        {glyph}
      </span>{' '}
      {word}
    </td>
  )
}

function Requests({ coverage }: { coverage: SubmissionCoverage }) {
  const texts = coverage.missing_accounts.map(({ request_text }) => request_text)
  if (texts.length === 0) return null
  return (
    <div>
      <h3 className="label">To request</h3>
      <ul className="list-disc pl-5">
        {texts.map((text) => (
          <li key={text}>{formatText(text)}</li>
        ))}
      </ul>
    </div>
  )
}
