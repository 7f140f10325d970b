import type { LateStage, StageMark } from './store.ts'

const ORDER: readonly LateStage[] = ['enrich', 'analyze']

/**
 * The marks of a run that enters a late stage: earlier stages are finished, later ones removed.
 */
export function withStage(marks: readonly StageMark[], stage: LateStage, at: string): StageMark[] {
  const place = ORDER.indexOf(stage)
  const earlier = marks
    .filter(({ name }) => ORDER.indexOf(name) < place)
    .map((mark) => ({ ...mark, finishedAt: mark.finishedAt ?? at }))
  return [...earlier, { name: stage, startedAt: at, finishedAt: null }]
}

/** The marks of a run that has ended. */
export function closed(marks: readonly StageMark[], at: string): StageMark[] {
  return marks.map((mark) => ({ ...mark, finishedAt: mark.finishedAt ?? at }))
}
