import type { TransactionOverride } from '../values/transaction.ts'
import { createReader } from './descriptor/lexicon.ts'
import { scanDescriptor } from './descriptor/normalize.ts'
import { findPhrases, openTrie, tabulate } from './text/phrases.ts'
import { readWords } from './text/scan.ts'

/** A correction for every row of one normalized descriptor and sign. */
export interface TenantRule {
  id: string
  descriptor: string
  isInflow: boolean
  override: TransactionOverride
}

/** A merchant as the tenant defined it; `key` as the registry or `toMerchantKey` has it. */
export interface TenantMerchant {
  key: string
  name: string
  /** Words of descriptors that name it, besides those of the registry. */
  aliases: readonly string[]
  /** The leaf of its rows; null leaves that to the other layers. */
  category: string | null
}

/** Rules and merchants of a tenant, which come before all registries. */
export interface TenantLayer {
  rules: readonly TenantRule[]
  merchants: readonly TenantMerchant[]
}

export const EMPTY_TENANT_LAYER: TenantLayer = { rules: [], merchants: [] }

/** The same, indexed for lookups. */
export interface TenantIndex {
  /** By a normalized descriptor; one that an earlier release normalized counts as well. */
  findRule(descriptor: string, isInflow: boolean): TenantRule | null
  /** The merchant of the longest alias in a descriptor. */
  findAlias(description: string): TenantMerchant | null
  findMerchant(key: string): TenantMerchant | null
  hasMerchants: boolean
}

/** Of two rules for the same rows the later one in the list holds. */
export function indexTenantLayer({ rules, merchants }: TenantLayer): TenantIndex {
  const read = createReader([])
  const ruleByRow = new Map(
    rules.map((rule) => [rowKey(read(rule.descriptor).normalized, rule.isInflow), rule] as const),
  )
  const merchantByKey = new Map(merchants.map((merchant) => [merchant.key, merchant]))
  const aliases = merchants.flatMap((value) => value.aliases.map((phrase) => ({ phrase, value })))
  const table = tabulate(aliases.map(({ phrase }) => phrase))
  const trie = openTrie(table, (number) => aliases[number]!.value)
  return {
    findRule: (descriptor, isInflow) =>
      rules.length === 0 ? null : (ruleByRow.get(rowKey(descriptor, isInflow)) ?? null),
    findAlias: (description) => {
      if (aliases.length === 0) return null
      const words = readWords(scanDescriptor(description).scan)
      const longestFirst = findPhrases(trie, words).toSorted((a, b) => b.length - a.length)
      return longestFirst[0]?.value ?? null
    },
    findMerchant: (key) => merchantByKey.get(key) ?? null,
    hasMerchants: merchants.length > 0,
  }
}

function rowKey(descriptor: string, isInflow: boolean): string {
  return `${isInflow ? '+' : '-'}${descriptor}`
}
