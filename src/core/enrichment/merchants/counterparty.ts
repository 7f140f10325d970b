import type { Enrichment } from '../../values/transaction.ts'
import { getMatches, type MatchOf } from '../descriptor/reading.ts'
import { titleCase } from '../descriptor/party.ts'
import { toMerchantKey } from './registry.ts'
import type { Row } from '../row.ts'

type Counterparty = Enrichment['counterparty']

const OWN_ACCOUNT = new Set([
  'transfers.internal',
  'transfers.external_own',
  'transfers.savings',
  'transfers.sweep',
  'transfers.overdraft_protection',
])

/** Leaves whose rows are between the bank and the account holder. */
const BANK_ROOTS = new Set([
  'fees',
  'income.interest',
  'debt.interest_charge',
  'returns.bank_adjustment',
])

/** What named a merchant, the surest first. */
export type MerchantSource =
  | 'correction'
  | 'tenant_alias'
  | 'funder'
  | 'registry'
  | 'party'
  | 'words'

/** A merchant by the key that all its rows share, and its name. */
export interface NamedMerchant {
  key: string
  name: string
  source: MerchantSource
}

/**
 * The merchant that a person or an alias of the tenant names, else the registry, else the printed
 * party, else the words of a card purchase.
 */
export function resolveMerchant(row: Row, funder: MatchOf<'funder'> | null): NamedMerchant | null {
  const { override } = row.tx
  if (override?.merchantName) return toNamedMerchant(override.merchantName, 'correction')
  if (row.alias) return { key: row.alias.key, name: row.alias.name, source: 'tenant_alias' }
  if (funder) {
    const { id, funder: known } = funder.value
    return { key: `funder:${id}`, name: known.name, source: 'funder' }
  }
  const merchant = getMatches(row.reading, 'merchant')[0]?.value.merchant
  if (merchant) return { key: `merchant:${merchant.id}`, name: merchant.name, source: 'registry' }
  const brand = getMatches(row.reading, 'brand').find(({ value }) => !value.isOneWord)
  if (brand) return toNamedMerchant(titleCase(brand.value.name), 'registry')
  if (row.party.name) return toNamedMerchant(titleCase(row.party.name), 'party')
  const isPurchase = row.channel === 'card' || row.channel === 'other'
  return isPurchase && /[A-Z]/.test(row.reading.groupKey)
    ? toNamedMerchant(titleCase(row.reading.groupKey), 'words')
    : null
}

function toNamedMerchant(name: string, source: MerchantSource): NamedMerchant {
  return { key: toMerchantKey(name), name, source }
}

/** The other side of the row. */
export function resolveCounterparty(
  row: Row,
  facts: { slug: string; merchantName: string | null; isFunder: boolean },
): Counterparty {
  const { slug, merchantName: name, isFunder } = facts
  if (isFunder) return { name, type: 'funder' }
  if (OWN_ACCOUNT.has(slug)) return { name: null, type: 'own_account' }
  const root = slug.slice(0, slug.indexOf('.'))
  if (BANK_ROOTS.has(root) || BANK_ROOTS.has(slug)) return { name: null, type: 'bank' }
  if (root === 'taxes' || slug === 'income.tax_refund' || slug === 'income.government_benefit') {
    return { name, type: 'government' }
  }
  if (row.channel === 'p2p' && row.party.looksLikePerson) return { name, type: 'person' }
  return name === null ? { name, type: 'unknown' } : { name, type: 'merchant' }
}
