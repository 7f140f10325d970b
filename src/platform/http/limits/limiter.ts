import { ApiError } from '../../errors/api-error.ts'
import type { Cost } from '../../route.ts'
import type { Budget, TakeLease } from './lease.ts'

/** Share of a key's rate that each class of request may use. */
const CLASSES: Record<Exclude<Cost, 'none'>, number> = {
  read: 1,
  write: 1,
  upload: 0.5,
  heavy: 0.5,
}
/** How many seconds of its rate a budget holds. */
const BURST_SECONDS = 1
/**
 * What is leased and not used for the time of a portion withers in this time, which is the time in
 * which the budget refills: together they hold hardly more than a burst.
 */
const WITHER_MS = BURST_SECONDS * 1000
/** A process beside others leases what it needs for so long; an empty budget is read as often. */
const PORTION_MS = 100
const EMPTY_MS = 100
const SHORTEST_MS = 20
const BUCKETS_MAX = 50_000

/** What this process holds of a budget, and how the budget was when it was last read. */
interface Bucket {
  budget: Budget
  granted: number
  used: number
  /** Requests since the lease, refused ones too: what the next lease is for. */
  requestCount: number
  /** Those that wait for a lease. */
  waiting: number
  leasedAt: number
  remaining: number
  nextLeaseAt: number
  pending: Promise<void> | null
}

type Headers = Record<string, string>

/** Whose request counts. */
export type Payer = Pick<Budget, 'environmentId' | 'credentialId'>

export interface Limiter {
  /**
   * Takes one request out of a key's budget; returns the headers every response carries, or throws
   * `rate_limited`. Waits only when this process holds nothing and the budget may.
   */
  take(payer: Payer, cost: Cost): Headers | Promise<Headers>
}

/** Budgets that all processes share, counted in memory between leases. A rate of 0 has no limit. */
export function createLimiter(perSecond: number, lease: TakeLease, now: () => number): Limiter {
  const buckets = new Map<string, Bucket>()
  return {
    take: (payer, cost) => {
      if (perSecond === 0 || cost === 'none') return {}
      const name = `${payer.credentialId} ${cost}`
      let bucket = buckets.get(name)
      if (!bucket) {
        // Forgetting all is harmless: what was leased is leased again.
        if (buckets.size >= BUCKETS_MAX) buckets.clear()
        const rate = Math.max(1, Math.floor(perSecond * CLASSES[cost]))
        buckets.set(name, (bucket = emptyBucket({ ...payer, name: cost, perSecond: rate }, now())))
      }
      bucket.requestCount += 1
      return takeFrom(bucket, lease, now)
    },
  }
}

function emptyBucket(budget: Budget, at: number): Bucket {
  const none = { granted: 0, used: 0, requestCount: 0, waiting: 0, remaining: 0, pending: null }
  return { budget, ...none, leasedAt: at, nextLeaseAt: 0 }
}

function takeFrom(bucket: Bucket, lease: TakeLease, now: () => number): Headers | Promise<Headers> {
  const at = now()
  if (computeLeft(bucket, at) < 1) return takeFromBudget(bucket, lease, now)
  bucket.used += 1
  // Leased before it is missing, so that a busy key's requests do not wait.
  if (isLow(bucket, at)) void renew(bucket, lease, now).catch(() => {})
  return buildHeaders(bucket, at)
}

async function takeFromBudget(
  bucket: Bucket,
  lease: TakeLease,
  now: () => number,
): Promise<Headers> {
  while (computeLeft(bucket, now()) < 1) {
    if (!bucket.pending && now() < bucket.nextLeaseAt) throw refusal(bucket, now())
    bucket.waiting += 1
    await renew(bucket, lease, now).finally(() => (bucket.waiting -= 1))
  }
  bucket.used += 1
  return buildHeaders(bucket, now())
}

function computeLeft({ granted, used, leasedAt }: Bucket, at: number): number {
  const withered = Math.max(0, (at - leasedAt - PORTION_MS) / WITHER_MS)
  return Math.max(0, granted - Math.max(used, granted * withered))
}

function isLow(bucket: Bucket, at: number): boolean {
  const isSpent =
    computeLeft(bucket, at) < bucket.granted / 4 || at - bucket.leasedAt > WITHER_MS / 2
  return isSpent && at >= bucket.nextLeaseAt && estimateNeed(bucket, at) >= 1
}

/** Requests that will come in the time of a portion, as they came since the last lease. */
function estimateNeed({ requestCount, leasedAt }: Bucket, at: number): number {
  return (requestCount / Math.max(at - leasedAt, SHORTEST_MS)) * PORTION_MS
}

/** One lease at a time; whoever comes meanwhile waits for the same. */
function renew(bucket: Bucket, lease: TakeLease, now: () => number): Promise<void> {
  bucket.pending ??= takeLease(bucket, lease, now).finally(() => (bucket.pending = null))
  return bucket.pending
}

async function takeLease(bucket: Bucket, lease: TakeLease, now: () => number): Promise<void> {
  const { budget } = bucket
  const need = Math.ceil(estimateNeed(bucket, now()))
  const requested = Math.min(budget.perSecond, Math.max(1, need, bucket.waiting))
  const { granted, remaining } = await lease(budget, requested)
  const at = now()
  bucket.granted = Math.min(budget.perSecond, computeLeft(bucket, at) + granted)
  Object.assign(bucket, { used: 0, requestCount: 0, leasedAt: at, remaining })
  const missing = 1 - remaining
  const refillMs = (missing / budget.perSecond) * 1000
  bucket.nextLeaseAt = missing > 0 ? at + Math.max(EMPTY_MS, refillMs) : at
}

/** Of the budget what nobody had leased, and what has refilled since. */
function computeUnleased(bucket: Bucket, at: number): number {
  const { remaining, leasedAt, budget } = bucket
  return remaining + ((at - leasedAt) / 1000) * budget.perSecond
}

function refusal(bucket: Bucket, at: number): ApiError {
  const { perSecond, name } = bucket.budget
  const seconds = Math.max(1, Math.ceil((1 - computeUnleased(bucket, at)) / perSecond))
  return new ApiError('rate_limited', `More than ${perSecond} ${name} requests per second.`, {
    headers: { ...buildHeaders(bucket, at, true), 'retry-after': String(seconds) },
  })
}

function buildHeaders(bucket: Bucket, at: number, isRefused = false): Headers {
  const { perSecond, name } = bucket.budget
  const left = Math.min(
    perSecond,
    Math.floor(computeLeft(bucket, at) + computeUnleased(bucket, at)),
  )
  const remaining = isRefused ? '0' : String(Math.max(0, left))
  const [limit, reset] = [String(perSecond), String(BURST_SECONDS)]
  return {
    'ratelimit-policy': `"${name}";q=${perSecond};w=${BURST_SECONDS}`,
    ratelimit: `"${name}";r=${remaining};t=${BURST_SECONDS}`,
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': reset,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  }
}
