import { useQuery } from '@tanstack/react-query'
import { reportQuery } from '../../../data/queries.ts'

/** The number of the deal that its tile shows; null until it is known. */
export function useActiveAdvances(id: string): number | null {
  const { data } = useQuery(reportQuery('metrics', id))
  const value = data?.metrics.find(({ name }) => name === 'active_mca_positions')?.value
  return typeof value === 'number' ? value : null
}
