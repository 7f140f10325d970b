import { useEffect, useState } from 'react'
import { useShortcuts } from '../shell/keys.ts'

/**
 * `j` and `k` go from row to row, Enter opens; the row that they are at, or −1. Other rows, by the name
 * of their `list`, begin before the first again.
 */
export function useRowKeys(count: number, onOpen: (index: number) => void, list = ''): number {
  const [at, setAt] = useState(-1)
  useEffect(() => setAt(-1), [list])
  useEffect(() => setAt((before) => Math.min(before, count - 1)), [count])
  useShortcuts([
    { keys: 'j', label: 'Next row', run: () => setAt(Math.min(at + 1, count - 1)) },
    { keys: 'k', label: 'Row before', run: () => setAt(Math.max(at - 1, 0)) },
    { keys: 'Enter', label: 'Open the row', run: () => at >= 0 && onOpen(at) },
  ])
  return at
}
