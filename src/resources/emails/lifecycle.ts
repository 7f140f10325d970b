/** Statuses of a mail that arrived, and of one that is sent. */
export const INBOUND_STATUSES = [
  'received',
  'processing',
  'processed',
  'ignored',
  'failed',
] as const
export const OUTBOUND_STATUSES = ['queued', 'sending', 'sent', 'bounced', 'failed'] as const
export const EMAIL_STATUSES = [...new Set([...INBOUND_STATUSES, ...OUTBOUND_STATUSES])]
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

export const DIRECTIONS = ['inbound', 'outbound'] as const

/** Seconds until the next attempt after each that failed: five in two hours. */
const RETRY_SECONDS = [60, 300, 1500, 5400]

/** When a mail that was not taken is tried again; null when it is not. */
export function planRetry(attempts: number): number | null {
  return RETRY_SECONDS[attempts - 1] ?? null
}
