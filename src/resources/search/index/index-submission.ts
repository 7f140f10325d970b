import { Type } from 'typebox'
import { isSpelt, searchable, toSearchWords } from '../../../core/search/words.ts'
import type { Context } from '../../../platform/context.ts'
import { enqueue, job } from '../../../platform/jobs/job.ts'
import { addDescriptors, countWords, deleteUnusedDescriptors, listNewDescriptors } from './store.ts'

const INDEX_SUBMISSION = {
  kind: 'index-submission',
  payload: Type.Object({ submissionId: Type.String() }),
}

/** Adds the job that takes what a submission's transactions are called into the index. */
export async function queueIndexing(ctx: Context, submissionId: string): Promise<void> {
  await enqueue(ctx, INDEX_SUBMISSION, { submissionId }, { uniqueKey: submissionId })
}

/**
 * A job of its own, so that a long enrichment holds no descriptor that other submissions name too.
 */
export const indexSubmissionJob = job(
  INDEX_SUBMISSION.kind,
  INDEX_SUBMISSION.payload,
  async (running, { submissionId }) => {
    await running.commit(async (ctx) => {
      const newDescriptors = await listNewDescriptors(ctx, submissionId)
      const descriptors = newDescriptors.map(({ key, lastDate, text }) => ({
        key,
        lastDate,
        text: searchable(text),
      }))
      const added = await addDescriptors(ctx, descriptors)
      await countWords(ctx, tally(added, 1))
    })
  },
)

/** Takes out of the index what no transaction is called any more. */
export async function forgetDescriptors(ctx: Context, keys: readonly string[]): Promise<void> {
  await countWords(ctx, tally(await deleteUnusedDescriptors(ctx, keys), -1))
}

/** In how many of these texts each word stands, times `sign`. */
function tally(texts: readonly string[], sign: 1 | -1): [string, number][] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(toSearchWords(text).filter(isSpelt))) {
      counts.set(word, (counts.get(word) ?? 0) + sign)
    }
  }
  return [...counts]
}
