import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { ApiError } from '../../../platform/errors/api-error.ts'

export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 256
/** "Safely unguessable": about 10^8 guesses, of the five marks of zxcvbn the second best. */
const SCORE_MIN = 3
/** Of a longer one the beginning decides: the time of the estimate grows with the length. */
const LENGTH_ESTIMATED = 72

let estimator: Promise<ZxcvbnFactory> | null = null

/**
 * Throws `weak_password` for one that is short or easily guessed; `known` is what others know of
 * the person, such as the address.
 */
export async function requireStrongPassword(
  password: string,
  known: readonly string[],
): Promise<void> {
  const length = [...password].length
  if (length < PASSWORD_LENGTH_MIN)
    throw refusal(
      `The password has ${length} characters; at least ${PASSWORD_LENGTH_MIN} are needed.`,
    )
  estimator ??= loadEstimator()
  const { score } = (await estimator).check(password.slice(0, LENGTH_ESTIMATED), toWords(known))
  if (score < SCORE_MIN)
    throw refusal('The password is easily guessed. Four unrelated words make a good one.')
}

/** Whole, in words, and with the words run together: `olivia.lender@` is `olivialender` to many. */
function toWords(known: readonly string[]): string[] {
  const words = known.flatMap((text) => {
    const [local = ''] = text.split('@', 1)
    const parts = text.split(/[^\p{L}\d]+/u)
    return [text, ...parts, parts.join(''), local.replaceAll(/[^\p{L}\d]+/gu, '')]
  })
  return [...words.filter((word) => word.length > 2), 'assay']
}

function refusal(message: string): ApiError {
  return new ApiError('weak_password', message, { param: 'password' })
}

/** Its dictionary of 1.5 MB is loaded with the first password that somebody chooses. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary, graphs: adjacencyGraphs })
}
