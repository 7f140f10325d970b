import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Policy } from '../../../../clients/typescript/src/index.ts'
import { useCan } from '../../data/scopes.ts'
import { formatAgo, formatCounted, toWords } from '../../format/values.ts'
import { Status } from '../../parts/marks.tsx'
import { Empty, Loading, PageHead } from '../../parts/page.tsx'
import { useRowKeys } from '../../parts/row-keys.ts'
import { useAddress } from '../../parts/use-address.ts'
import { NewPolicy } from './new-policy.tsx'
import { policiesQuery } from './policy-queries.ts'

/** Every policy, with what is in force of it. */
export function Policies() {
  const [search, change] = useAddress<'new'>()
  const policies = useQuery(policiesQuery())
  const can = useCan()
  const start = (
    <button type="button" className="button primary" onClick={() => change({ new: '1' })}>
      New policy
    </button>
  )
  return (
    <>
      <PageHead title="Policies">{can('policies:write') && start}</PageHead>
      <section className="panel" aria-label="Policies">
        <Loading query={policies} height={280}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="No policy yet">
                A policy is a set of rules on the numbers of a deal. One that is in force decides
                each deal at the end of its run: approve, review or decline, with the reasons.
              </Empty>
            ) : (
              <PolicyTable rows={rows} />
            )
          }
        </Loading>
      </section>
      {search.new !== undefined && <NewPolicy onClose={() => change({ new: undefined })} />}
    </>
  )
}

function PolicyTable({ rows }: { rows: Policy[] }) {
  const navigate = useNavigate()
  const at = useRowKeys(rows.length, (index) => {
    const policy = rows[index]
    if (policy) void navigate({ to: '/policies/$id', params: { id: policy.id } })
  })
  const now = Date.now()
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of policies">
      <table className="ledger">
        <caption className="sr-only">{formatCounted(rows.length, 'policy', 'policies')}</caption>
        <thead>
          <tr>
            <th scope="col">Policy</th>
            <th scope="col">State</th>
            <th scope="col">For</th>
            <th scope="col" className="num">
              Rules
            </th>
            <th scope="col">Decides</th>
            <th scope="col">Each deal</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((policy, index) => (
            <PolicyRow key={policy.id} policy={policy} isCurrent={index === at} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const METHODS: Record<string, string> = {
  worst: 'by its worst rule',
  first_fail: 'by the first rule that fails',
  score: 'by score',
}

interface RowProps {
  policy: Policy
  isCurrent: boolean
  now: number
}

function PolicyRow({ policy, isCurrent, now }: RowProps) {
  const { id, name, description, kind, rule_ids, decision, auto_evaluate, updated_at } = policy
  return (
    <tr aria-selected={isCurrent || undefined}>
      <th scope="row">
        <Link to="/policies/$id" params={{ id }} className="font-semibold !text-ink">
          {name}
        </Link>
        {description !== null && <div className="meta">{description}</div>}
      </th>
      <td>
        <PolicyState policy={policy} />
      </td>
      <td>{toWords(kind)}</td>
      <td className="num">{rule_ids.length}</td>
      <td>{METHODS[decision] ?? toWords(decision)}</td>
      <td>{auto_evaluate ? 'by itself' : 'on request'}</td>
      <td className="whitespace-nowrap text-faint">{formatAgo(updated_at, now)}</td>
    </tr>
  )
}

/**
 * Whether it is in force, and whether a draft waits behind it. Its number is of the API: that counts
 * each change of a draft, of which most were never in force.
 */
export function PolicyState({ policy }: { policy: Policy }) {
  const { status, published_version, has_draft, is_active } = policy
  if (status === 'archived') return <Status state="archived" />
  if (published_version === null) return <span className="status">○ Draft, not in force</span>
  if (!is_active) return <span className="status">‖ Off</span>
  return (
    <span className="status positive">
      ● In force
      {has_draft && <span className="caution">▲ changes not published</span>}
    </span>
  )
}
