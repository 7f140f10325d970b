import type { FunderLink } from '../../../../../clients/typescript/src/index.ts'
import { readMode } from '../../../data/session.ts'

/** Where a deal stands at a funder: what the test mode calls sent has left for nobody. */
export function readState({ status, events }: Pick<FunderLink, 'status' | 'events'>): string {
  const last = events.findLast(({ type }) => type === status)
  // A person who sent it by another way set the state without a detail.
  const isKept = status === 'submitted' && readMode() === 'test' && last?.detail != null
  return isKept ? 'kept' : status
}
