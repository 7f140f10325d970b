/** Seconds from the end of an attempt to the next one (interface, Events, Retries). */
const RETRY_DELAYS_SECONDS = [60, 300, 1800, 7200, 43_200]

/** The first attempt and one per delay. */
export const ATTEMPTS_MAX = RETRY_DELAYS_SECONDS.length + 1

export interface FailureFacts {
  /** 1 for the first attempt. */
  number: number
  /** Test deliveries are tried once and never count against the webhook. */
  isTest: boolean
  isWebhookActive: boolean
  /** The delays to use instead of the interface's; tests shorten them. */
  delaysSeconds: readonly number[] | null
}

/** What becomes of a delivery after a failed attempt. */
export type Verdict = { status: 'failed' | 'held' } | { status: 'retrying'; delaySeconds: number }

/**
 * Any failure plans the next attempt until there were six; 410 is a
 * failure like others. Nothing is planned for a webhook that was paused or disabled meanwhile: the
 * delivery is held, and tried again when the webhook is active.
 */
export function judgeFailure(facts: FailureFacts): Verdict {
  const { number, isTest, isWebhookActive } = facts
  if (isTest) return { status: 'failed' }
  const delaySeconds = (facts.delaysSeconds ?? RETRY_DELAYS_SECONDS)[number - 1]
  if (delaySeconds === undefined) return { status: 'failed' }
  return isWebhookActive ? { status: 'retrying', delaySeconds } : { status: 'held' }
}

/** How often a delivery is tried at most. */
export function getAttemptsMax({ isTest }: { isTest: boolean }): number {
  return isTest ? 1 : ATTEMPTS_MAX
}
