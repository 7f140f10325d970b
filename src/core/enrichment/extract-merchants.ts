import type { CompanyFacts } from '../values/account.ts'
import type { AssignedCategory, Channel, RawTransaction } from '../values/transaction.ts'
import {
  resolveMerchant,
  type MerchantSource,
  type NamedMerchant,
} from './merchants/counterparty.ts'
import { getMatches, wordsIn, type MatchOf } from './descriptor/reading.ts'
import { findPlace, type Place } from './descriptor/place.ts'
import { scanWords } from './text/scan.ts'
import { toRows, type Row } from './row.ts'
import { classify } from './rules/classify.ts'
import { buildContext } from './rules/context.ts'
import { resolveFunder } from './rules/financing.ts'
import { indexTenantLayer, type TenantLayer } from './tenant-layer.ts'

/** The merchant of one descriptor, found without other rows. */
export interface Extracted {
  merchant: NamedMerchant | null
  confidence: number | null
  /** The words of the registry that matched; null when the name is only printed. */
  alias: string | null
  normalizedDescription: string
  channel: Channel
  /** Of a card purchase; null where the bank prints none. */
  location: Place | null
  category: AssignedCategory
  funder: { id: string; name: string; isAmbiguous: boolean } | null
  explanation: string
}

/** Highest where a person or a list named the merchant, lowest where words were left over. */
const CONFIDENCE: Record<MerchantSource, number> = {
  correction: 1,
  tenant_alias: 0.98,
  funder: 0.95,
  registry: 0.93,
  party: 0.8,
  words: 0.6,
}

const AMBIGUOUS_CONFIDENCE = 0.6

/** One result for each transaction, in the order given, each independent of the others. */
export function extractMerchants(
  transactions: readonly RawTransaction[],
  { company, tenant }: { company: CompanyFacts; tenant: TenantLayer },
): Extracted[] {
  const tenantIndex = indexTenantLayer(tenant)
  const rows = toRows(transactions, { accounts: [], ownName: company.name, tenantIndex })
  const context = buildContext([], { company, partners: new Map(), series: [], tenantIndex })
  return rows.map((row) => {
    const funder = resolveFunder(row, context)
    const merchant = resolveMerchant(row, funder)
    return {
      merchant,
      confidence: merchant && getConfidence(merchant, funder),
      alias: findAlias(row, merchant, funder),
      normalizedDescription: row.normalized,
      channel: row.channel,
      location: findLocation(row),
      category: classify(row, context)[0]!,
      funder: funder && {
        id: funder.value.id,
        name: funder.value.funder.name,
        isAmbiguous: funder.value.funder.isAmbiguous ?? false,
      },
      explanation: describeSource(merchant),
    }
  })
}

/** Channels whose descriptors end in the place of a shop. */
const SHOP_CHANNELS = new Set<Channel>(['card', 'other'])

function findLocation({ channel, reading }: Row): Place | null {
  if (!SHOP_CHANNELS.has(channel)) return null
  const names = [...getMatches(reading, 'merchant'), ...getMatches(reading, 'brand')]
  const { references } = scanWords(reading.outline)
  const marked = { words: wordsIn(reading), references }
  return findPlace(marked, (at) => names.some(({ start, end }) => start <= at && at < end))
}

function getConfidence({ source }: NamedMerchant, funder: MatchOf<'funder'> | null): number {
  const isAmbiguous = source === 'funder' && funder?.value.funder.isAmbiguous
  return isAmbiguous ? AMBIGUOUS_CONFIDENCE : CONFIDENCE[source]
}

function findAlias(
  row: Row,
  merchant: NamedMerchant | null,
  funder: MatchOf<'funder'> | null,
): string | null {
  switch (merchant?.source) {
    case 'funder':
      return readPhrase(row, funder!)
    case 'registry':
      return readPhrase(row, [...getMatches(row.reading, 'merchant'), ...listBrands(row)][0]!)
    default:
      return null
  }
}

function listBrands({ reading }: Row): MatchOf<'brand'>[] {
  return getMatches(reading, 'brand').filter(({ value }) => !value.isOneWord)
}

function readPhrase({ reading }: Row, { start, end }: { start: number; end: number }): string {
  return wordsIn(reading).slice(start, end).join(' ')
}

const EXPLANATIONS: Record<MerchantSource, string> = {
  correction: 'Named by a correction.',
  tenant_alias: 'The description contains an alias that you added for this merchant.',
  funder: 'The description contains a name from the funder registry.',
  registry: 'The description contains a name from the merchant registry.',
  party: 'The bank prints this name as the counterparty of the payment.',
  words: 'The words of the purchase that remain without the bank’s own wording.',
}

function describeSource(merchant: NamedMerchant | null): string {
  return merchant ? EXPLANATIONS[merchant.source] : 'The description names no counterparty.'
}
