import { describeError } from '../../data/queries.ts'
import { notify } from '../../parts/toasts.tsx'

/** Runs what a person started; a fault is shown in words, and the result is then undefined. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    notify(describeError(error).message)
    return undefined
  }
}
