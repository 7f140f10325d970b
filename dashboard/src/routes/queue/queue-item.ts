import type { Queue } from '../../../../clients/typescript/src/index.ts'

/** Why something waits for a person, in the order in which the queue offers them. */
export const REASONS = [
  ['approval', 'Approvals'],
  ['policy_review', 'Policy review'],
  ['authenticity', 'Signs of alteration'],
  ['unreconciled', 'Documents to check'],
  ['needs_review_rows', 'Rows to look at'],
  ['unclassified', 'Unknown documents'],
  ['missing_months', 'Missing months'],
  ['failed', 'Failed'],
] as const

export type Reason = (typeof REASONS)[number][0]

/** One thing that waits. */
export type QueueItem = Queue

export type Counts = Partial<Record<string, number>>

export function nameReason(reason: string): string {
  return REASONS.find(([name]) => name === reason)?.[1] ?? reason
}

/** What comes after an item is decided: the one below it, or the last one above. */
export function findNext<T extends { id: string }>(items: readonly T[], id: string): T | null {
  const at = items.findIndex((item) => item.id === id)
  return items[at + 1] ?? items[at - 1] ?? null
}

/** The counts without what is decided but not sent yet. */
export function countOpen(counts: Counts, decided: readonly { reason: string }[]): Counts {
  const open = { ...counts }
  for (const { reason } of decided) open[reason] = Math.max(0, (open[reason] ?? 0) - 1)
  return open
}
