import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import type { Position, SubmissionMetric } from '../../../../../clients/typescript/src/index.ts'
import { dealQuery, positionsQuery, reportQuery } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { formatCounted, formatMoney, formatUnit, UNKNOWN } from '../../../format/values.ts'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useEvidence } from '../evidence/use-evidence.ts'
import { TileDays } from '../overview/tile-days.tsx'
import { saveCsv } from '../../../parts/save-csv.ts'
import { isPartial } from '../partial.ts'
import { KeptOfferPanel } from './offer/kept-offer.tsx'
import { OfferPanel } from './offer/offer-panel.tsx'
import { PositionDialog } from './position-dialog.tsx'
import { describeCounts, sortPositions, sumPositions } from './position-words.ts'
import { CSV_HEADS, toCsvRow } from './positions-csv.ts'
import { PositionsTable } from './positions-table.tsx'
import { useActiveAdvances } from './use-active.ts'

const route = getRouteApi('/deals/$id')

/** `null` adds one. */
type Edited = Position | null | undefined

/** What the business already owes to funders, and what one more advance would do to it. */
export function Positions() {
  const can = useCan()
  const { id } = route.useParams()
  const positions = useQuery(positionsQuery(id))
  const deal = useQuery(dealQuery(id))
  const active = useActiveAdvances(id)
  const [search, change] = useAddress<'position'>()
  const [edited, setEdited] = useState<Edited>(undefined)
  const rows = useMemo(() => sortPositions(positions.data ?? []), [positions.data])
  const name = deal.data?.name ?? 'deal'
  const hasRows = deal.data !== undefined && deal.data.counts.transactions > 0
  return (
    <div className="grid gap-4">
      {rows.length > 0 && <Totals id={id} rows={rows} />}
      <Panel
        title="Positions"
        note={rows.length > 0 ? describeCounts(rows, active) : undefined}
        actions={
          <div className="flex gap-2 no-print">
            {rows.length > 0 && (
              <button
                type="button"
                className="button quiet"
                onClick={() => saveCsv(`${name} positions`, CSV_HEADS, rows.map(toCsvRow))}
              >
                CSV
              </button>
            )}
            {can('transactions:write') && (
              <button type="button" className="button" onClick={() => setEdited(null)}>
                Add a position
              </button>
            )}
          </div>
        }
        isFlush
      >
        <Loading query={positions} height={140}>
          {() =>
            rows.length === 0 ? (
              <Empty
                title={hasRows ? 'No payments to funders were found' : 'Nothing has been read yet'}
              >
                {hasRows
                  ? 'Add one that the statements do not show, for example from the application.'
                  : 'Positions are found in the rows of the statements.'}
              </Empty>
            ) : (
              <PositionsTable
                rows={rows}
                openId={search.position}
                onOpen={(position) => change({ position })}
                onEdit={setEdited}
              />
            )
          }
        </Loading>
      </Panel>
      {deal.data && <KeptOfferPanel deal={deal.data} />}
      {hasRows && can('analytics:read') && <OfferPanel deal={deal.data!} positions={rows} />}
      {edited !== undefined && (
        <PositionDialog id={id} position={edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}

const METRICS: readonly (readonly [name: string, label: string])[] = [
  ['active_mca_positions', 'Active MCA positions'],
  ['monthly_mca_payments', 'MCA payments / mo'],
  ['holdback_ratio', 'Holdback'],
]

/** The same numbers as on the overview, each with its rows, and what only the positions say. */
function Totals({ id, rows }: { id: string; rows: readonly Position[] }) {
  const metrics = useQuery(reportQuery('metrics', id))
  const open = useEvidence()
  const { owed, missed, monthly, count } = sumPositions(rows)
  const currency = rows[0]?.currency ?? 'USD'
  const byName = new Map(metrics.data?.metrics.map((metric) => [metric.name, metric]))
  return (
    <div
      className="tiles"
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}
      role="group"
      aria-label="Totals"
    >
      {METRICS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          className="tile !min-h-0"
          onClick={() => open({ kind: 'metric', name })}
        >
          <span className="label">{label}</span>
          <span className="tile-value">
            {formatMarked(byName.get(name), metrics.data?.metrics ?? [], currency)}
          </span>
          {byName.has(name) && <TileDays metric={byName.get(name)!} />}
        </button>
      ))}
      <Total label="All payments now / mo" note={`of ${formatCounted(count, 'open position')}`}>
        {formatMoney(monthly, currency)}
      </Total>
      <Total label="Still owed" note={`of ${formatCounted(count, 'open position')}`}>
        {owed === null ? UNKNOWN : `≈${formatMoney(owed, currency)}`}
      </Total>
      <Total label="Missed payments" note={`of ${formatCounted(count, 'open position')}`}>
        {missed}
      </Total>
    </div>
  )
}

/** Marked, as on the overview, where it rests on incomplete data. */
function formatMarked(
  metric: SubmissionMetric | undefined,
  all: readonly SubmissionMetric[],
  currency: string,
): string {
  const text = formatUnit(metric?.value, metric?.unit ?? 'n', currency)
  return metric && isPartial(metric, all) && text !== UNKNOWN ? `≈${text}` : text
}

interface TotalProps {
  label: string
  note: string
  children: ReactNode
}

function Total({ label, note, children }: TotalProps) {
  return (
    <div className="tile !min-h-0">
      <span className="label">{label}</span>
      <span className="tile-value">{children}</span>
      <span className="meta">{note}</span>
    </div>
  )
}
