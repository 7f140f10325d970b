import { UPKEEP } from '../src/jobs.ts'
import { lookAhead, type DueWork } from '../src/platform/jobs/outlook.ts'
import type { TestHouse } from './context.ts'

/** What a process does of one sort when its look finds that due; nothing when the look does not. */
export async function doDue({ house }: Pick<TestHouse, 'house'>, work: DueWork): Promise<void> {
  const { due } = await lookAhead(house)
  if (!due.includes(work)) return
  for (const one of UPKEEP) if (one.due === work) await one.run(house)
}
