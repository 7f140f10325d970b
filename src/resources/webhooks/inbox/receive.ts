import { setTimeout as pause } from 'node:timers/promises'
import type { House, OutsideContext } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import type { EgressOutcome } from '../../../platform/egress/egress.ts'
import { findInbox, insertMessage, type InboxMessage } from './store.ts'

/** The address that stands for the inbox of whichever test environment a webhook belongs to. */
export function getInboxUrl({ config }: Pick<House, 'config'>): string {
  return `${config.publicUrl}/v1/sandbox/inbox`
}

/**
 * Takes a delivery as a receiver would, without a network: kept as it was sent, with the
 * status and after the delay that the environment's inbox is set to.
 */
export async function receiveInInbox(
  ctx: OutsideContext,
  message: Omit<InboxMessage, 'id' | 'responseStatus'>,
  timeoutMs: number,
): Promise<EgressOutcome> {
  const { responseStatus, responseDelayMs } = await ctx.transaction(async (own) => {
    const inbox = await findInbox(own)
    await insertMessage(own, {
      ...message,
      id: randomUUIDv7(),
      responseStatus: inbox.responseStatus,
    })
    return inbox
  })
  const durationMs = Math.min(responseDelayMs, timeoutMs)
  await pause(durationMs)
  if (responseDelayMs >= timeoutMs) return { kind: 'error', error: 'timeout', durationMs }
  return { kind: 'response', status: responseStatus, headers: {}, bodyStart: '', durationMs }
}
