import type {
  SubmissionBeforeFunding,
  SubmissionForecast,
  SubmissionOffersResult,
} from '../../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../../data/scopes.ts'
import {
  formatCents,
  formatDay,
  formatMoney,
  formatPercent,
  formatText,
  formatUnit,
  UNKNOWN,
} from '../../../../format/values.ts'
import { notify } from '../../../../parts/toasts.tsx'
import { Value } from '../../evidence/value.tsx'
import { attempt } from '../../attempt.ts'
import { DailyCashBar } from './daily-cash-bar.tsx'
import { describeOffer, describeTerms, nameFrequency } from './describe-offer.ts'
import { computeDailyCash } from './terms.ts'

interface Props {
  result: SubmissionOffersResult
  forecast: SubmissionForecast | undefined
}

interface FiguresProps extends Props {
  /** Keeps the offer on the deal. */
  onKeep: () => Promise<void>
}

const VERDICTS: Record<string, readonly [text: string, tone: string]> = {
  comfortable: ['✓ comfortable', 'positive'],
  tight: ['▲ tight', 'caution'],
  unaffordable: ['✕ not affordable', 'negative'],
}

/** What the offer costs and takes, largest first; read out once the sliders rest. */
export function OfferFigures({ result, forecast, onKeep }: FiguresProps) {
  const mayWrite = useCan()('submissions:write')
  const { offer, currency } = result
  const revenue = readMetric(result, 'monthly_true_revenue')
  const cash = computeDailyCash(revenue, offer.after_funding.holdback_ratio, offer.monthly_payment)
  return (
    <section aria-label="What the offer does" className="grid gap-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="text-ink">{describeTerms(result)}</span>
        <span className="flex flex-wrap gap-2 no-print">
          <button
            type="button"
            className="button quiet"
            onClick={() => void copy(describeOffer(result))}
          >
            Copy the offer
          </button>
          {mayWrite && (
            <button type="button" className="button primary" onClick={() => void onKeep()}>
              Save this offer
            </button>
          )}
        </span>
      </p>
      <Headline result={result} revenue={revenue} />
      {offer.affordability && <p className="text-muted">{formatText(offer.affordability.text)}</p>}
      <DailyCashBar cash={cash} currency={currency} />
      <Facts result={result} forecast={forecast} revenue={revenue} />
      {!offer.is_net_enough && (
        <p className="caution">
          ▲ Too little of the advance reaches the business: {formatPercent(offer.net_ratio)} of it.
        </p>
      )}
    </section>
  )
}

interface PartProps {
  result: SubmissionOffersResult
  /** True revenue of a month. */
  revenue: number | null
}

function Headline({ result, revenue }: PartProps) {
  const { offer } = result
  const share = revenue === null || revenue <= 0 ? null : offer.monthly_payment / revenue
  const [verdict, tone] = VERDICTS[offer.affordability?.verdict ?? ''] ?? [UNKNOWN, '']
  const now = formatPercent(offer.before_funding.holdback_ratio)
  return (
    <div
      className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[1fr_1fr_1fr_1.3fr]"
      role="status"
    >
      <Figure label="Payment" note={nameFrequency(offer.frequency)}>
        {formatCents(offer.payment)}
      </Figure>
      <Figure label="Holdback after" note={`with this offer; ${now} at payments now`}>
        {formatPercent(offer.after_funding.holdback_ratio)}
      </Figure>
      <Figure label="Share of true revenue" note="this offer alone">
        {formatPercent(share)}
      </Figure>
      <Figure label="Affordability" tone={tone} note="in the next 90 days">
        {verdict}
      </Figure>
    </div>
  )
}

function coverage({ debt_service_coverage_ratio: ratio }: SubmissionBeforeFunding): string {
  return formatUnit(ratio, 'multiple')
}

function Facts({ result: { offer, currency }, forecast, revenue }: PartProps & Props) {
  const scenario = forecast?.scenario
  const money = (value: number | null | undefined) => formatMoney(value, currency)
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
      <Fact label="Net funded">{money(offer.net_funded)}</Fact>
      <Fact label="To repay">{money(offer.purchased_amount)}</Fact>
      <Fact label="Cost">{money(offer.cost_of_capital)}</Fact>
      <Fact label="APR, estimated">{formatPercent(offer.estimated_apr)}</Fact>
      <Fact label="Payments">
        {offer.payments_count}, last {formatDay(offer.last_payment_date)}
        <span className="meta"> if funded on {formatDay(offer.start_date)}</span>
      </Fact>
      <Fact label="Debt service coverage after">
        {coverage(offer.after_funding)}
        <span className="meta"> {coverage(offer.before_funding)} at payments now</span>
      </Fact>
      <Fact label="Lowest balance in 90 days, the advance kept">
        {money(scenario?.with_offer.min_balance)}
        {scenario && (
          <span className="meta">
            {' '}
            without it{' '}
            <span className="whitespace-nowrap">{money(forecast?.summary.min_balance)}</span>
          </span>
        )}
      </Fact>
      <Fact label="True revenue / mo">
        <Value
          label="Monthly true revenue"
          target={{ kind: 'metric', name: 'monthly_true_revenue' }}
        >
          {money(revenue)}
        </Value>
      </Fact>
    </dl>
  )
}

async function copy(text: string): Promise<void> {
  const isDone = await attempt(() => navigator.clipboard.writeText(text).then(() => true))
  if (isDone) notify('The offer is on the clipboard')
}

function readMetric({ metrics }: SubmissionOffersResult, name: string): number | null {
  const value = metrics.find((metric) => metric.name === name)?.value
  return typeof value === 'number' ? value : null
}

interface FigureProps {
  label: string
  note: string
  tone?: string
  children: React.ReactNode
}

function Figure({ label, note, tone = 'text-ink', children }: FigureProps) {
  return (
    <div>
      <div className="label">{label}</div>
      <div className={`text-[20px] leading-[26px] font-semibold sm:whitespace-nowrap ${tone}`}>
        {children}
      </div>
      <div className="meta">{note}</div>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="meta">{label}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}
