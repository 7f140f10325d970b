import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SubmissionMissingAccount } from '../../../../../clients/typescript/src/index.ts'
import { keyed, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatCounted, formatPercent, formatWhole, toWords } from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'

const STATUSES = ['open', 'requested', 'received', 'dismissed']

/** Accounts that the rows mention and that nobody submitted. */
export function MissingAccountsPanel({ id }: { id: string }) {
  const accounts = useQuery({
    queryKey: keyed('deal', id, 'missing-accounts'),
    queryFn: () => api.submissions.listMissingAccounts(id).toArray({ max: 100 }),
  })
  return (
    <Panel title="Missing accounts" isFlush>
      <Loading query={accounts} height={100}>
        {(list) =>
          list.length === 0 ? (
            <p className="px-4 pb-4 text-muted">The rows mention no account that is not here.</p>
          ) : (
            <ul>
              {list.map((account) => (
                <Account key={account.id} id={id} account={account} />
              ))}
            </ul>
          )
        }
      </Loading>
    </Panel>
  )
}

function Account({ id, account }: { id: string; account: SubmissionMissingAccount }) {
  const { institution_hint, account_mask, account_type_hint, status, transaction_ids } = account
  const can = useCan()
  const name = institution_hint ?? 'An account'
  const flows = [
    account.inflow_total > 0 && `${formatWhole(account.inflow_total)} in`,
    account.outflow_total > 0 && `${formatWhole(account.outflow_total)} out`,
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-hairline px-4 py-2">
      <span className="min-w-0 flex-1 basis-[240px]">
        <strong className="text-ink">
          {name}
          {account_mask !== null && ` ·${account_mask}`}
        </strong>{' '}
        <span className="text-muted">
          {account_type_hint !== null && `${toWords(account_type_hint)}, `}
          {flows.join(', ')}, {formatPercent(account.confidence)} confidence
        </span>
      </span>
      <Link
        to="/deals/$id/transactions"
        params={{ id }}
        search={{ ids: transaction_ids.slice(0, 50).join(',') }}
      >
        {formatCounted(account.transaction_count, 'row')}
      </Link>
      {can('submissions:write') ? (
        <select
          className="field no-print"
          aria-label={`Status of ${name}`}
          value={status}
          onChange={({ target }) => void setStatus(id, account, target.value)}
        >
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {toWords(one)}
            </option>
          ))}
        </select>
      ) : (
        <span>{toWords(status)}</span>
      )}
    </li>
  )
}

async function setStatus(
  id: string,
  { id: accountId, institution_hint, status: before }: SubmissionMissingAccount,
  status: string,
): Promise<void> {
  const send = async (value: string): Promise<boolean> => {
    const done = await attempt(() =>
      api.submissions.updateMissingAccount(id, accountId, { status: value }),
    )
    if (done) await refreshDeal(id)
    return done !== undefined
  }
  if (await send(status))
    notify(`${institution_hint ?? 'The account'}: ${toWords(status)}`, () => void send(before))
}
