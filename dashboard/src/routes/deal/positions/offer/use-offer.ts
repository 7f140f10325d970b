import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SubmissionOffersResult } from '../../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../../data/queries.ts'
import { api } from '../../../../data/session.ts'
import { toParams, type PayoffChoice, type Terms } from './terms.ts'

const SETTLE_MS = 120

/** What could be offered by the grade of the deal: where the sliders begin. */
export function useSuggestions(id: string) {
  return useQuery({
    queryKey: keyed('deal', id, 'offers'),
    queryFn: () => api.submissions.offers(id),
  })
}

/** The offer as the service computes it; while the sliders move, the one before stays. */
export function useSimulation(id: string, terms: Terms | null, choices: readonly PayoffChoice[]) {
  const settled = useSettled(terms)
  const params = settled === null ? null : toParams(settled, choices)
  return useQuery({
    queryKey: keyed('deal', id, 'offer', params),
    queryFn: ({ signal }) => api.submissions.computeOffers(id, params!, { signal }),
    enabled: params !== null,
    placeholderData: keepPreviousData,
  })
}

/** The balances of the next 90 days with this offer and without it. */
export function useForecast(id: string, result: SubmissionOffersResult | undefined) {
  const offer = result?.offer
  const params = offer && {
    horizon: 90,
    advance_amount: offer.net_funded,
    payment_amount: offer.payment,
    payment_frequency: offer.frequency,
    payments_count: offer.payments_count,
  }
  return useQuery({
    queryKey: keyed('deal', id, 'offer-forecast', params),
    queryFn: ({ signal }) => api.submissions.forecast(id, params!, { signal }),
    enabled: params !== undefined && params.advance_amount > 0,
    placeholderData: keepPreviousData,
  })
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
