import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UsageByEndpoint, UsageByKey } from '../../../../../clients/typescript/src/index.ts'
import { formatCount, UNKNOWN } from '../../../format/values.ts'
import { Empty } from '../../../parts/page.tsx'

const HOLDERS: Readonly<Record<UsageByKey['credential_kind'], string>> = {
  api_key: 'A program',
  session: 'A person at the desk',
  grant: 'A program',
  upload_link: 'An upload link',
}

/** Who called how often, with the way to the calls themselves. */
export function CallersTable({ rows }: { rows: readonly UsageByKey[] }) {
  if (rows.length === 0) return <Empty title="Nobody called" />
  return (
    <Scroller label="callers">
      <thead>
        <tr>
          <th scope="col">Caller</th>
          <th scope="col" className="num">
            Calls
          </th>
          <th scope="col" className="num">
            Failed
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ api_key_id, credential_kind, name, calls, errors }) => (
          <tr key={api_key_id}>
            <th scope="row">{name ?? HOLDERS[credential_kind]}</th>
            <td className="num">
              <Link to="/developers/requests" search={{ key: api_key_id }}>
                {formatCount(calls)}
              </Link>
            </td>
            <td className="num">
              <Link to="/developers/requests" search={{ key: api_key_id, failed: 'yes' }}>
                {formatCount(errors)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </Scroller>
  )
}

/** What was called how often, and how long it took. */
export function EndpointsTable({ rows }: { rows: readonly UsageByEndpoint[] }) {
  if (rows.length === 0) return <Empty title="Nothing was called" />
  return (
    <Scroller label="endpoints">
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col" className="num">
            Calls
          </th>
          <th scope="col" className="num">
            Failed
          </th>
          <th scope="col" className="num">
            Median
          </th>
          <th scope="col" className="num">
            95th percentile
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ method, path, calls, errors, p50_ms, p95_ms }) => (
          <tr key={`${method} ${path}`}>
            <th scope="row">
              <Link to="/developers/requests" search={{ method, route: path }}>
                <code>
                  {method} {path}
                </code>
              </Link>
            </th>
            <td className="num">{formatCount(calls)}</td>
            <td className="num">{formatCount(errors)}</td>
            <td className="num">{formatTime(p50_ms)}</td>
            <td className="num">{formatTime(p95_ms)}</td>
          </tr>
        ))}
      </tbody>
    </Scroller>
  )
}

function formatTime(ms: number | null): string {
  return ms === null ? UNKNOWN : `${Math.round(ms)} ms`
}

function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      className="scroller max-h-[420px] overflow-y-auto"
      tabIndex={0}
      role="group"
      aria-label={`Table of ${label}`}
    >
      <table className="ledger">
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </div>
  )
}
