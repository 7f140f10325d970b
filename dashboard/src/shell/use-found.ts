import { useQuery } from '@tanstack/react-query'
import type { SearchQueryResult, Submission } from '../../../clients/typescript/src/index.ts'
import { keyed } from '../data/queries.ts'
import { useCan } from '../data/scopes.ts'
import { api } from '../data/session.ts'
import { narrowFound } from './narrow-found.ts'

const LEAST_LETTERS = 2
const DEALS_MAX = 8
const HITS_MAX = 5
/** What is searched for beside deals, which are listed by name. */
const TYPES = ['transactions', 'merchants']

export interface Found {
  deals: readonly Submission[]
  /** Null where there are too few letters for a search. */
  hits: readonly SearchQueryResult[] | null
}

/**
 * What fits a text, all of it at once: what came later would stand above what somebody is about to
 * take. Until the response is here, what was found for the text before and fits this one as well.
 */
export function useFound(text: string): Found & { isComplete: boolean } {
  const can = useCan()
  const isOn = can('submissions:read')
  const { data, isPlaceholderData, isPending } = useQuery({
    queryKey: keyed('palette', text),
    queryFn: () => find(text),
    enabled: isOn,
    placeholderData: (before) => before,
  })
  if (!isOn) return { deals: [], hits: null, isComplete: true }
  if (data === undefined) return { deals: [], hits: null, isComplete: !isPending }
  if (isPlaceholderData) return { ...narrowFound(data, text), isComplete: false }
  return { ...data, isComplete: true }
}

async function find(text: string): Promise<Found> {
  const [deals, hits] = await Promise.all([
    api.submissions.list({ limit: DEALS_MAX, ...(text === '' ? {} : { q: text }) }).page(),
    text.length < LEAST_LETTERS ? null : Promise.all(TYPES.map((type) => findHits(text, type))),
  ])
  return { deals: deals.data, hits: hits?.flat() ?? null }
}

async function findHits(q: string, type: string): Promise<SearchQueryResult[]> {
  return (await api.search.query({ q, type: [type], limit: HITS_MAX }).page()).data
}
