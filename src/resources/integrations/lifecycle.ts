export const INTEGRATION_STATUSES = ['pending', 'active', 'error', 'disabled'] as const
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number]

export const LINK_STATUSES = [
  'pending',
  'active',
  'syncing',
  'erroring',
  'sync_disabled',
  'deleted',
] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

/** Into which states a link can go. */
const LINK_MOVES: Readonly<Record<LinkStatus, readonly LinkStatus[]>> = {
  pending: ['active', 'syncing', 'erroring', 'deleted'],
  active: ['syncing', 'erroring', 'deleted'],
  syncing: ['active', 'syncing', 'erroring', 'sync_disabled', 'deleted'],
  erroring: ['syncing', 'active', 'erroring', 'sync_disabled', 'deleted'],
  sync_disabled: ['syncing', 'erroring', 'deleted'],
  deleted: [],
}

export function canMove(from: LinkStatus, to: LinkStatus): boolean {
  return LINK_MOVES[from].includes(to)
}

interface Standing {
  hasCredentials: boolean
  isSynthetic: boolean
  /** Of providers that are called; payloads of the others are sent to us. */
  isCalled: boolean
}

/** The state of an integration that nobody has switched off; `isRefused` by its last test call. */
export function standingStatus(
  { hasCredentials, isSynthetic, isCalled }: Standing,
  isRefused: boolean,
): IntegrationStatus {
  if (!isCalled || isSynthetic) return 'active'
  if (!hasCredentials) return 'pending'
  return isRefused ? 'error' : 'active'
}

/** Seconds until the next attempt after each sync that failed: ten in about a day. */
const RETRY_SECONDS = [60, 120, 300, 600, 1800, 3600, 7200, 14_400, 28_800]

/** After so many in a row a link is no longer synced by itself. */
export const SYNC_FAILURES_MAX = RETRY_SECONDS.length + 1

/**
 * Seconds until a sync is tried again, never before the provider wants to be called; null when it
 * is not.
 */
export function planSync(failures: number, retryAfterSeconds: number | null): number | null {
  const seconds = RETRY_SECONDS[failures - 1]
  return seconds === undefined ? null : Math.max(seconds, retryAfterSeconds ?? 0)
}

/** Between two syncs of a link whose provider announces nothing. */
export const SYNC_EVERY_SECONDS = 24 * 3600

const REMOVAL_RETRY_SECONDS_MAX = 6 * 3600
/** In about five days. */
const REMOVAL_ATTEMPTS_MAX = 26

/** Seconds until a provider is called again to forget something; null when it is not. */
export function planRemoval(attempt: number): number | null {
  if (attempt >= REMOVAL_ATTEMPTS_MAX) return null
  return Math.min(REMOVAL_RETRY_SECONDS_MAX, 60 * 2 ** Math.min(attempt - 1, 12))
}
