import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Funder, FunderForSubmission } from '../../../../../clients/typescript/src/index.ts'
import { dealQuery, keyed, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatCounted } from '../../../format/values.ts'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { attempt } from '../attempt.ts'
import { saveCsv } from '../../../parts/save-csv.ts'
import { AddFunder } from './add-funder.tsx'
import { CSV_HEADS, isOnItsWay, sortFunders, toCsvRow, toRow, withAdded } from './funder-rows.ts'
import { FundersTable } from './funders-table.tsx'
import { PackagePanel } from './package-panel.tsx'
import { SendDialog } from './send-dialog.tsx'

const SENDING_POLL_MS = 1_000

const route = getRouteApi('/deals/$id')

interface FunderSearch {
  funder?: string | undefined
  /** Ids of chosen funders, joined by commas. */
  chosen?: string | undefined
}

/** Which funders fit the deal and why, what was sent to whom, and what they offer. */
export function Funders() {
  const { id } = route.useParams()
  const deal = useQuery(dealQuery(id))
  const funders = useQuery({
    queryKey: keyed('deal', id, 'funders'),
    queryFn: () => api.funders.listForSubmission(id).toArray({ max: 500 }),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? SENDING_POLL_MS : false),
  })
  const [search, change] = useAddress<keyof FunderSearch>()
  const [sent, setSent] = useState<FunderForSubmission[] | null>(null)
  const [added, setAdded] = useState<readonly FunderForSubmission[]>([])
  const rows = sortFunders(withAdded(funders.data ?? [], added))
  const isWriter = useCan()('funders:write')
  const [hasNone, setNone] = useState(false)
  const start = (): void => void match(id).then(setNone)
  useShortcuts([{ keys: 'm', label: 'Match', run: () => isWriter && start() }])
  // One that was only added is gone with the page.
  const listed = new Set(rows.map(({ funder_id }) => funder_id))
  const linked = search.chosen?.split(',') ?? []
  const chosen = isWriter ? linked.filter((one) => listed.has(one)) : []
  const send = (ids: readonly string[]): void =>
    setSent(rows.filter(({ funder_id }) => ids.includes(funder_id)))
  const add = ({ id: funderId, name }: Funder): void => {
    setAdded([...added, toRow(funderId, name)])
    change({ chosen: [...chosen, funderId].join(',') })
    notify(`${name} is chosen; nothing is sent yet`)
  }
  return (
    <div className="grid gap-4">
      <Panel
        title="Funders"
        note={describe(rows)}
        isFlush
        actions={
          <Actions
            name={deal.data?.name ?? 'deal'}
            rows={rows}
            chosen={chosen}
            onMatch={start}
            onSend={() => send(chosen)}
            onAdd={add}
          />
        }
      >
        {hasNone && <NoCriteria />}
        <Loading query={funders} height={200}>
          {() =>
            rows.length === 0 ? (
              <Empty title="This deal has not been matched">
                Match compares it with the criteria of each of your funders, and says what fails.
                They are entered under <Link to="/funders">Funders</Link>.
              </Empty>
            ) : (
              <FundersTable
                rows={rows}
                openId={search.funder}
                chosen={chosen}
                onOpen={(funder) => change({ funder })}
                onChoose={(ids) => change({ chosen: ids.length === 0 ? undefined : ids.join(',') })}
                onSend={send}
              />
            )
          }
        </Loading>
      </Panel>
      {deal.data && <PackagePanel deal={deal.data} />}
      {sent !== null && deal.data && (
        <SendDialog
          deal={deal.data}
          funders={sent}
          onClose={() => {
            setSent(null)
            change({ chosen: undefined })
          }}
        />
      )}
    </div>
  )
}

/** Nothing to match with: where that is entered. */
function NoCriteria() {
  return (
    <p className="notice m-4" data-tone="caution" role="status">
      <span>
        None of your funders has criteria in force. <Link to="/funders">Enter them</Link>: open a
        funder there and say what it wants.
      </span>
    </p>
  )
}

interface ActionsProps {
  name: string
  rows: FunderForSubmission[]
  chosen: readonly string[]
  onMatch: () => void
  onSend: () => void
  onAdd: (funder: Funder) => void
}

function Actions({ name, rows, chosen, onMatch, onSend, onAdd }: ActionsProps) {
  const can = useCan()
  return (
    <div className="flex flex-wrap gap-2 no-print">
      {rows.length > 0 && (
        <button
          type="button"
          className="button quiet"
          onClick={() => saveCsv(`${name} funders`, CSV_HEADS, rows.map(toCsvRow))}
        >
          CSV
        </button>
      )}
      {!can('funders:write') && (
        <span className="meta self-center">Your role neither matches nor sends deals</span>
      )}
      {can('funders:write') && (
        <>
          <AddFunder known={rows.map(({ funder_id }) => funder_id)} onChoose={onAdd} />
          <button type="button" className="button" onClick={onMatch}>
            Match
          </button>
          <button
            type="button"
            className="button primary"
            disabled={chosen.length === 0}
            onClick={onSend}
          >
            {chosen.length === 0 ? 'Send' : `Send to ${formatCounted(chosen.length, 'funder')}`}
          </button>
        </>
      )}
    </div>
  )
}

function describe(rows: readonly FunderForSubmission[]): string | undefined {
  const matched = rows.filter(({ match }) => match?.status === 'matched').length
  const [last] = rows
    .flatMap(({ match }) => match?.evaluated_at ?? [])
    .toSorted()
    .toReversed()
  if (last === undefined) return undefined
  return `${matched} of ${rows.length} fit, matched ${formatAgo(last, Date.now())}`
}

/** Whether there was nothing to match with. */
async function match(id: string): Promise<boolean> {
  const result = await attempt(() => api.funders.match(id))
  if (result === undefined) return false
  await refreshDeal(id)
  const { matched, near_match: near, mismatched, missing_data: missing } = result.summary
  if (matched + near + mismatched + missing === 0) return true
  notify(`${matched} match, ${near} nearly, ${mismatched} do not, ${missing} lack data`)
  return false
}
