import type { Submission, SubmissionBulkParams } from '../../../../clients/typescript/src/index.ts'

export type Action = Omit<SubmissionBulkParams, 'submission_ids'>

/** One of the actions that lead back to how each of the chosen deals was. */
export interface Back {
  ids: string[]
  action: Action
}

/** Each deal to whoever worked on it before. */
export function assignedAsBefore(deals: readonly Pick<Submission, 'id' | 'assignedTo'>[]): Back[] {
  const groups = Map.groupBy(deals, ({ assignedTo }) => assignedTo)
  return [...groups].map(([assigned_to, own]) => ({
    ids: own.map(({ id }) => id),
    action: { action: 'assign', assigned_to },
  }))
}

/** Each tag away from the deals that had it not. */
export function taggedAsBefore(
  deals: readonly Pick<Submission, 'id' | 'tags'>[],
  tags: readonly string[],
): Back[] {
  return tags
    .map((tag) => ({
      ids: deals.filter((deal) => !deal.tags.includes(tag)).map(({ id }) => id),
      action: { action: 'tag' as const, remove_tags: [tag] },
    }))
    .filter(({ ids }) => ids.length > 0)
}
