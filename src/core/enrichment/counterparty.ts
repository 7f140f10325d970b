import type { Enrichment } from '../values/transaction.ts'
import { matchesOf, type MatchOf } from './descriptor/lexicon.ts'
import { titleCase } from './descriptor/party.ts'
import type { Row } from './row.ts'

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

/** The merchant by registry, else the printed party, else the words of a card purchase. */
export function merchantNameOf(row: Row, funder: MatchOf<'funder'> | null): string | null {
  if (row.tx.override?.merchantName) return row.tx.override.merchantName
  if (funder) return funder.value.funder.name
  const merchant = matchesOf(row.reading, 'merchant')[0]
  if (merchant) return merchant.value.merchant.name
  const brand = matchesOf(row.reading, 'brand').find(({ value }) => !value.isOneWord)
  if (brand) return titleCase(brand.value.name)
  if (row.party.name) return titleCase(row.party.name)
  const isPurchase = row.channel === 'card' || row.channel === 'other'
  return isPurchase && row.reading.groupKey ? titleCase(row.reading.groupKey) : null
}

/** Who stands on the other side of the row. */
export function counterpartyOf(
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
