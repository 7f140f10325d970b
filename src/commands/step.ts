import { ConfigError } from '../config.ts'
import { explain, type Step } from '../start-causes.ts'

/**
 * Does a step of a start; what the system or a server refuses in it becomes the sentence of the
 * table of causes.
 */
export async function atStep<T>(step: Step, subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const sentence = error instanceof ConfigError ? null : explain(step, subject, error)
    throw sentence === null ? error : new ConfigError([sentence], { cause: error })
  }
}
