import { GROUPS } from '../../core/enrichment/data/merchant-groups.ts'
import { toMajor } from '../../core/values/money.ts'
import type { MerchantRow } from './store.ts'

const NAMES = new Map(GROUPS.map(({ slug, name }) => [slug, name]))

/** A merchant as resources §16 shows it; sums of several currencies are null. */
export function presentMerchant(row: MerchantRow) {
  const { currency, groupSlugs, transactionsCount, inflowTotal, outflowTotal } = row
  const isSummable = transactionsCount === 0 || currency !== null
  const major = (cents: number) => (isSummable ? toMajor(cents, currency ?? 'USD') : null)
  return {
    ...row,
    categoryByDirection: { inflow: row.categoryIn, outflow: row.categoryOut },
    groups: groupSlugs.map((slug) => ({ slug, name: NAMES.get(slug) ?? slug })),
    funderId: row.key.startsWith('funder:') ? row.key.slice('funder:'.length) : null,
    isFunder: row.funderType !== null,
    isProcessor: groupSlugs.includes('payment_processors'),
    inflowTotal: major(inflowTotal),
    outflowTotal: major(outflowTotal),
    website: null,
    logoUrl: null,
    phone: null,
    mccCode: null,
    country: null,
  }
}
