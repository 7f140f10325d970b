import { useState } from 'react'
import type { VersionDiffChange } from '../../../../../clients/typescript/src/index.ts'
import {
  formatCents,
  formatCounted,
  formatUnit,
  findUnit,
  UNKNOWN,
} from '../../../format/values.ts'
import { Value } from '../evidence/value.tsx'
import { rankMetric } from '../transactions/impact.ts'

const SHOWN = 12
/** Behind every number that moved. */
const UNCHANGED = 10_000

/** Each number that changed: before, after, and the documents whose rows differ. */
export function ChangeTable({ changes }: { changes: readonly VersionDiffChange[] }) {
  const [isWhole, setWhole] = useState(false)
  // A number whose rows differ may still come to the same.
  const rank = ({ metric, from, to }: VersionDiffChange) =>
    (isEqual(from?.value, to?.value) ? UNCHANGED : 0) + rankMetric(metric)
  const sorted = changes.toSorted((one, other) => rank(one) - rank(other))
  return (
    <>
      <Changes changes={isWhole ? sorted : sorted.slice(0, SHOWN)} />
      {sorted.length > SHOWN && (
        <button
          type="button"
          className="button quiet m-2 no-print"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${sorted.length}`}
        </button>
      )}
    </>
  )
}

function Changes({ changes }: { changes: readonly VersionDiffChange[] }) {
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Numbers that changed">
      <table className="ledger">
        <caption className="sr-only">Numbers that changed</caption>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col" className="num">
              Before
            </th>
            <th scope="col" className="num">
              After
            </th>
            <th scope="col" className="num">
              Difference
            </th>
            <th scope="col">Documents</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow key={change.metric} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function ChangeRow({ change }: { change: VersionDiffChange }) {
  const { metric, label, from, to, delta, documents } = change
  const unit = findUnit(metric, change.unit)
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="num">{formatUnit(from?.value, unit)}</td>
      <td className="num font-semibold text-ink">
        <Value label={label} target={{ kind: 'metric', name: metric }}>
          {formatUnit(to?.value, unit)}
        </Value>
      </td>
      <td className="num">
        {delta === null ? UNKNOWN : `${delta > 0 ? '+' : ''}${formatUnit(delta, unit)}`}
      </td>
      <td className="min-w-[360px]">
        {documents.map(({ id, filename, rows_from, rows_to, amount_from, amount_to }) => (
          <div key={id ?? 'none'} className="meta">
            {filename ?? 'Rows without a document'}: {rows_from} to {formatCounted(rows_to, 'row')},{' '}
            {formatCents(amount_from)} to {formatCents(amount_to)}
          </div>
        ))}
      </td>
    </tr>
  )
}
