import { getMatches, wordsIn, type MatchOf } from '../descriptor/reading.ts'
import { toRuleCandidate, type CategoryCandidate, type Row } from '../row.ts'
import { CONFIDENCE } from './candidates.ts'

/** Leaves of companies that give their names to places of games and pay nobody there. */
const SPONSORS =
  /^(?:debt\.|transfers\.investment$|expenses\.(?:insurance|benefits|utilities|telecom_internet|travel|software)$)/

/**
 * `CAPITAL ONE ARENA CONCESSIONS`, `STATE FARM STADIUM`: a place of games with the name of its
 * sponsor, who is not paid. Null for a row that does not buy there.
 */
export function fromVenues(row: Row): CategoryCandidate | null {
  if (row.isInflow || (row.channel !== 'card' && row.channel !== 'other')) return null
  const venues = getMatches(row.reading, 'wording').filter(({ value }) => value.wording === 'venue')
  if (venues.length === 0) return null
  const venue = venues.find(({ start }) => namesSponsor(row, start))
  return venue ? toRuleCandidate('expenses.meals_entertainment', CONFIDENCE.weakCue, 'venue') : null
}

/** Whether the name of a sponsor, or of any bank, ends where a word begins. */
function namesSponsor({ reading }: Row, at: number): boolean {
  if (wordsIn(reading)[at - 1] === 'BANK') return true
  const sponsors = getMatches(reading, 'merchant').some(
    ({ end, value }) => end === at && SPONSORS.test(value.merchant.out ?? ''),
  )
  const ends = ({ end }: MatchOf<'funder' | 'not_funder'>): boolean => end === at
  return (
    sponsors ||
    getMatches(reading, 'funder').some(ends) ||
    getMatches(reading, 'not_funder').some(ends)
  )
}
