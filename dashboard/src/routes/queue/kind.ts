import type { Decision } from './holder.ts'
import type { QueueItem } from './queue-item.ts'

export interface KindProps {
  item: QueueItem
  /** The deal, by id and by name; empty for an approval that concerns none. */
  deal: { id: string; name: string }
  /** Decides the item; the next one opens, and there is a way back for a while. */
  onDecide: (item: QueueItem, what: Omit<Decision, 'itemId' | 'reason'>) => void
  /** Nothing is left to decide here. */
  onDone: () => void
}
