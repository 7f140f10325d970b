import { useCallback, useRef } from 'react'

/**
 * The same function for as long as a part is shown, which does what the latest one given does: rows
 * that get it are not drawn again.
 */
export function useStable<Given extends unknown[]>(
  work: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(work)
  latest.current = work
  return useCallback((...given: Given) => latest.current(...given), [])
}
