import { ApiError } from '../errors/api-error.ts'
import type { Cost } from '../route.ts'

/**
 * Share of a key's rate that each class of request may use, and how many a burst may hold (in
 * seconds of rate).
 */
const CLASSES: Record<Exclude<Cost, 'none'>, number> = {
  read: 1,
  write: 1,
  upload: 0.5,
  heavy: 0.5,
}
const BURST_SECONDS = 1
const BUCKETS_MAX = 50_000

interface Bucket {
  tokens: number
  at: number
}

export interface Limiter {
  /** Takes one token; answers the headers every response carries, or throws `rate_limited`. */
  take(keyId: string, cost: Cost): Record<string, string>
}

/** Token buckets in memory, one per key and class. A rate of 0 switches them off. */
export function createLimiter(perSecond: number, now: () => number): Limiter {
  const buckets = new Map<string, Bucket>()
  return {
    take: (keyId, cost) => {
      if (perSecond === 0 || cost === 'none') return {}
      const rate = Math.max(1, Math.floor(perSecond * CLASSES[cost]))
      const bucket = bucketOf(buckets, `${keyId} ${cost}`, { rate, at: now() })
      const isAllowed = bucket.tokens >= 1
      if (isAllowed) bucket.tokens -= 1
      const headers = headersOf(cost, rate, bucket)
      if (isAllowed) return headers
      const seconds = Math.max(1, Math.ceil((1 - bucket.tokens) / rate))
      throw new ApiError('rate_limited', `More than ${rate} ${cost} requests per second.`, {
        headers: { ...headers, 'retry-after': String(seconds) },
      })
    },
  }
}

function bucketOf(
  buckets: Map<string, Bucket>,
  name: string,
  { rate, at }: { rate: number; at: number },
): Bucket {
  const capacity = rate * BURST_SECONDS
  let bucket = buckets.get(name)
  if (!bucket) {
    // Forgetting all is harmless: every key starts with a full bucket again.
    if (buckets.size >= BUCKETS_MAX) buckets.clear()
    buckets.set(name, (bucket = { tokens: capacity, at }))
  }
  bucket.tokens = Math.min(capacity, bucket.tokens + ((at - bucket.at) / 1000) * rate)
  bucket.at = at
  return bucket
}

function headersOf(cost: Cost, rate: number, bucket: Bucket): Record<string, string> {
  const remaining = String(Math.max(0, Math.floor(bucket.tokens)))
  return {
    'ratelimit-policy': `"${cost}";q=${rate};w=${BURST_SECONDS}`,
    ratelimit: `"${cost}";r=${remaining};t=${BURST_SECONDS}`,
    'x-ratelimit-limit': String(rate),
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': String(BURST_SECONDS),
  }
}
