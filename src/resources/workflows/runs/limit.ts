import { StepFailed } from '../actions/action.ts'

/** What the work returns; throws `step_timed_out` when it takes longer. */
export async function withinSeconds<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const message = `The step took longer than ${seconds} seconds.`
  const timer = setTimeout(
    () => late.reject(new StepFailed('step_timed_out', message)),
    seconds * 1000,
  )
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
