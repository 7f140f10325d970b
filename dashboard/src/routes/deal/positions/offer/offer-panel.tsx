import { useEffect, useMemo, useState } from 'react'
import type {
  Position,
  Submission,
  SubmissionOffers,
} from '../../../../../../clients/typescript/src/index.ts'
import { formatCounted, formatDay, formatMoney, toWords } from '../../../../format/values.ts'
import { Fault, Loading, Panel } from '../../../../parts/page.tsx'
import { useAddress } from '../../../../parts/use-address.ts'
import { isOpen } from '../position-words.ts'
import { keepOffer, toOffer } from './keep-offer.ts'
import { LimitList } from './limit-list.tsx'
import { OfferFigures } from './offer-figures.tsx'
import { OfferSliders } from './offer-sliders.tsx'
import { keepTriedAmount } from './tried-offer.ts'
import { startTerms, toSearch, type PayoffChoice, type Terms, type TermsSearch } from './terms.ts'
import { useForecast, useSimulation, useSuggestions } from './use-offer.ts'

const ADDRESS_MS = 400

interface Props {
  deal: Submission
  positions: readonly Position[]
}

/** One more advance: what it costs, what it takes of each day, and which limit it meets first. */
export function OfferPanel({ deal, positions }: Props) {
  const suggestions = useSuggestions(deal.id)
  return (
    <Panel title="Try an offer" note={suggestions.data && describeSuggestions(suggestions.data)}>
      <Loading query={suggestions} height={360}>
        {(offers) => <Desk deal={deal} offers={offers} positions={positions} />}
      </Loading>
    </Panel>
  )
}

/** As of the last day of the data, from which an offer is counted. */
function describeSuggestions(suggested: SubmissionOffers): string {
  const { paper_grade, offers, refusals, as_of } = suggested
  const day = as_of === null ? '' : `, as of ${formatDay(as_of)}`
  if (offers.length === 0)
    return `${refusals[0]?.text.replace(/\.$/, '') ?? 'nothing can be suggested from what is known'}${day}`
  const many = `${formatCounted(offers.length, 'amount')} within the limits`
  return `paper grade ${paper_grade}, ${many}, ${countAffordable(suggested)}${day}`
}

function countAffordable({ offers }: SubmissionOffers): string {
  const verdicts = offers.map(({ affordability }) => affordability?.verdict)
  if (verdicts.every((verdict) => verdict === undefined)) return 'balances cannot be forecast'
  const count = verdicts.filter((one) => one === 'comfortable' || one === 'tight').length
  return count === 0 ? 'none of them affordable' : `${count} of them affordable`
}

function Desk({ deal, offers, positions }: Props & { offers: SubmissionOffers }) {
  const { id } = deal
  const choices = useMemo(() => listPayoffs(positions), [positions])
  const [terms, setTerms] = useTerms(deal, offers)
  const simulation = useSimulation(id, terms, choices)
  const forecast = useForecast(id, simulation.data)
  const change = (next: Partial<Terms>): void => setTerms({ ...terms, ...next })
  const limits = simulation.data?.offer.limits ?? offers.limits
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(280px,5fr)_7fr]">
      <div className="grid content-start gap-4 no-print">
        <Suggestions offers={offers} onChoose={change} />
        <OfferSliders
          terms={terms}
          choices={choices}
          limits={limits}
          requested={offers.requested_amount}
          onChange={change}
        />
      </div>
      <div className="grid min-w-0 content-start gap-5" aria-busy={simulation.isPlaceholderData}>
        {simulation.error && (
          <Fault error={simulation.error} onRetry={() => void simulation.refetch()} />
        )}
        {simulation.data && (
          <>
            <OfferFigures
              result={simulation.data}
              forecast={forecast.data}
              onKeep={() => keepOffer(deal, toOffer(terms, choices))}
            />
            <LimitList
              offer={simulation.data.offer}
              currency={offers.currency}
              onChoose={(advance) => change({ advance })}
            />
          </>
        )}
      </div>
    </div>
  )
}

/** As the address says; what the sliders do is written there once they rest. */
function useTerms(
  { id, keptOffer }: Submission,
  offers: SubmissionOffers,
): [Terms, (terms: Terms) => void] {
  const [search, changeSearch] = useAddress<keyof TermsSearch>()
  const [terms, setTerms] = useState(() => startTerms(search, offers, keptOffer))
  const [isMoved, setMoved] = useState(false)
  useEffect(() => {
    if (!isMoved) return undefined
    const timer = setTimeout(() => {
      changeSearch(toSearch(terms))
      keepTriedAmount(id, terms.advance)
    }, ADDRESS_MS)
    return () => clearTimeout(timer)
    // The change of the address itself is none of the terms.
  }, [terms, isMoved])
  const change = (next: Terms): void => {
    setMoved(true)
    setTerms(next)
  }
  return [terms, change]
}

/** Positions whose balance is known, to be paid off by the offer. */
function listPayoffs(positions: readonly Position[]): PayoffChoice[] {
  return positions
    .filter(isOpen)
    .map(({ id, funder_name, estimates }) => ({
      id,
      name: funder_name,
      amount: estimates.remaining_balance?.mid ?? 0,
    }))
    .filter(({ amount }) => amount > 0)
}

interface SuggestionsProps {
  offers: SubmissionOffers
  onChoose: (terms: Partial<Terms>) => void
}

function Suggestions({ offers: { offers, currency }, onChoose }: SuggestionsProps) {
  if (offers.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label="Suggested offers">
      {offers.map(({ name, advance, factor, term, frequency, affordability }) => (
        <button
          key={name}
          type="button"
          className="button !font-normal"
          onClick={() => onChoose({ advance, factor, term, frequency })}
        >
          {toWords(name)}: {formatMoney(advance, currency)}, {formatCounted(term, 'month')}
          {affordability?.verdict === 'unaffordable' && (
            <span className="negative">
              {' '}
              ✕<span className="sr-only"> not affordable</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
