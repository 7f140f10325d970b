import { computeQuantile, sorted } from '../arithmetic.ts'

/** What a portfolio keeps of one business to compare others with. Amounts are major units. */
export interface Peer {
  naicsCode: string | null
  monthlyRevenue: number | null
  /** By metric; null = that business does not have it. */
  values: Readonly<Record<string, number | null>>
  /** Peers of one number come from one tenant; absent among those of the own portfolio. */
  supplier?: number
}

/** The peers: businesses of the tenant, or of all tenants that opted in (formulas K2). */
export const BENCHMARK_SCOPES = ['tenant', 'network'] as const

/** Metrics that are compared (formulas K5). */
export const BENCHMARK_METRICS: readonly string[] = [
  'monthly_true_revenue',
  'revenue_trend',
  'revenue_cv',
  'average_daily_balance',
  'adb_to_revenue',
  'negative_days',
  'nsf_overdraft_count',
  'holdback_ratio',
  'active_mca_positions',
  'debt_service_coverage_ratio',
  'gross_margin',
  'deposit_count',
]

/** How peers are narrowed, the closest first (formulas K3). */
export const PEER_GROUPS = ['naics4_band', 'naics2_band', 'naics2', 'all'] as const
/** One of them. */
export type PeerGroup = (typeof PEER_GROUPS)[number]

/** Fewer peers than this show nothing, and could be identified (formulas K3). */
export const PEERS_MIN = 30

/** No tenant of a network supplies more than this share of the peers (formulas K2). */
const SUPPLIER_SHARE_MAX = 0.25

/** Lower bounds of the monthly revenue bands (formulas K4). */
const BANDS = [0, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000]

/** Where a value stands among those of the peers. */
export interface Standing {
  percentile: number
  /** 1 is the best in the good direction. */
  rank: number
  sampleSize: number
  quantiles: { p10: number; p25: number; p50: number; p75: number; p90: number }
  standing: 'top_quartile' | 'above_median' | 'below_median' | 'bottom_quartile' | null
}

/** The band of a monthly revenue, counted from zero; null when it is unknown. */
export function toRevenueBand(monthlyRevenue: number | null): number | null {
  if (monthlyRevenue === null) return null
  return BANDS.filter((bound) => monthlyRevenue >= bound).length - 1
}

/** Peers of a business in a group; none when it has not what the group goes by. */
export function peersIn(
  group: PeerGroup,
  own: Omit<Peer, 'values'>,
  peers: readonly Peer[],
): Peer[] {
  if (group === 'all') return [...peers]
  const digits = group === 'naics4_band' ? 4 : 2
  const prefix = own.naicsCode?.slice(0, digits) ?? ''
  if (prefix.length < digits) return []
  const band = toRevenueBand(own.monthlyRevenue)
  return peers.filter(
    ({ naicsCode, monthlyRevenue }) =>
      naicsCode?.startsWith(prefix) === true &&
      (group === 'naics2' || (band !== null && toRevenueBand(monthlyRevenue) === band)),
  )
}

/**
 * The first of each supplier's peers, as many as leave no supplier more than its share (formulas
 * K2); all of them when they are of the own portfolio, none when there are too few suppliers.
 */
export function sharedOut(peers: readonly Peer[]): Peer[] {
  const bySupplier = Map.groupBy(peers, ({ supplier }) => supplier)
  const own = bySupplier.get(undefined) ?? []
  bySupplier.delete(undefined)
  const suppliers = [...bySupplier.values()]
  const most = mostOfEach(suppliers.map(({ length }) => length))
  return [...own, ...suppliers.flatMap((each) => each.slice(0, most))]
}

/** The largest number of each supplier that is no more than its share of what then is taken. */
function mostOfEach(counts: readonly number[]): number {
  const isWithin = (most: number): boolean =>
    most <= SUPPLIER_SHARE_MAX * counts.reduce((sum, count) => sum + Math.min(count, most), 0)
  let [low, high] = [0, Math.max(0, ...counts)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isWithin(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** K1: 100 x (count below + half of the count equal) / n; null of nothing. */
export function computePercentile(value: number, peers: readonly number[]): number | null {
  if (peers.length === 0) return null
  const below = peers.filter((peer) => peer < value).length
  const equal = peers.filter((peer) => peer === value).length
  return (100 * (below + 0.5 * equal)) / peers.length
}

/** K1, K6 and K7 of a value; null without peers. */
export function computeStanding(
  value: number,
  peers: readonly number[],
  isHigherBetter: boolean | null,
): Standing | null {
  const percentile = computePercentile(value, peers)
  if (percentile === null) return null
  const ascending = sorted(peers)
  const at = (share: number): number => computeQuantile(ascending, share)!
  const isBetter = (peer: number): boolean =>
    isHigherBetter === false ? peer < value : peer > value
  return {
    percentile,
    rank: peers.filter(isBetter).length + 1,
    sampleSize: peers.length,
    quantiles: { p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9) },
    standing:
      isHigherBetter === null
        ? null
        : classifyStanding(isHigherBetter ? percentile : 100 - percentile),
  }
}

function classifyStanding(good: number): NonNullable<Standing['standing']> {
  if (good >= 75) return 'top_quartile'
  if (good >= 50) return 'above_median'
  return good >= 25 ? 'below_median' : 'bottom_quartile'
}
