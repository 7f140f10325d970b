import type { LinkRow } from '../store.ts'

/**
 * The same for every attempt of one sending, so that a receiver can drop duplicates. A new sending
 * starts with a new `pending` event.
 */
export function buildSendingId({ id, body }: LinkRow): string {
  return `${id}.${body.events.filter(({ type }) => type === 'pending').length}`
}
