import { useQuery } from '@tanstack/react-query'
import type { VersionDiff, VersionVersion } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted, formatInstant, formatText } from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { ChangeTable } from './change-table.tsx'

interface VersionSearch {
  /** Numbers of the versions that are compared. */
  v1?: string | undefined
  v2?: string | undefined
}

/** How the numbers went from one version to another, and what caused it. */
export function VersionsPanel({ id }: { id: string }) {
  const versions = useQuery({
    queryKey: keyed('deal', id, 'versions'),
    queryFn: () => api.versions.list(id),
  })
  return (
    <Panel title="What changed" isFlush>
      <Loading query={versions} height={140}>
        {({ versions: list }) =>
          list.length < 2 ? (
            <p className="px-4 pb-4 text-muted">
              The numbers are as they were first computed. Each document or correction that moves
              them makes a version to compare with.
            </p>
          ) : (
            <Comparison id={id} versions={list} />
          )
        }
      </Loading>
    </Panel>
  )
}

function Comparison({ id, versions }: { id: string; versions: readonly VersionVersion[] }) {
  const [search, change] = useAddress<keyof VersionSearch>()
  const from = Number(search.v1) || versions[1]!.version
  const to = Number(search.v2) || versions[0]!.version
  const diff = useQuery({
    queryKey: keyed('deal', id, 'diff', from, to),
    queryFn: () => api.versions.diff(id, { from, to }),
    enabled: from !== to,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3 no-print">
        <Choice label="From" value={from} versions={versions} onChange={(v1) => change({ v1 })} />
        <span aria-hidden="true">→</span>
        <Choice label="To" value={to} versions={versions} onChange={(v2) => change({ v2 })} />
      </div>
      {from === to ? (
        <p className="px-4 pb-4 text-muted">Choose two different versions.</p>
      ) : (
        <Loading query={diff} height={120}>
          {(data) => <Difference diff={data} />}
        </Loading>
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: number
  versions: readonly VersionVersion[]
  onChange: (version: string) => void
}

function Choice({ label, value, versions, onChange }: ChoiceProps) {
  return (
    <select
      className="field max-w-full"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {versions.map(({ version, taken_at, documents_count, transactions_count }) => (
        <option key={version} value={version}>
          Version {version}, {formatInstant(taken_at)}, {formatCounted(documents_count, 'document')}
          , {formatCounted(transactions_count, 'row')}
        </option>
      ))}
    </select>
  )
}

function Difference({ diff: { causes, changes, unchanged_count } }: { diff: VersionDiff }) {
  return (
    <>
      {causes.length > 0 && (
        <ul className="px-4 pb-3">
          {causes.map(({ kind, summary, happenings }) => (
            <li key={kind}>
              <strong className="text-ink">{formatText(summary)}</strong>
              {happenings.map(({ at, summary: what, actor }) => (
                <div key={`${at} ${what}`} className="meta">
                  {formatText(what)}, {actor ?? 'the service'}, {formatInstant(at)}
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {changes.length > 0 && <ChangeTable changes={changes} />}
      <p className="meta px-4 py-2">
        {formatCounted(changes.length, 'number')} changed, {unchanged_count} as before
      </p>
    </>
  )
}
