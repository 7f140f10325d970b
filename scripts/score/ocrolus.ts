import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { enrich } from '../../src/core/enrichment/enrich.ts'
import type { EnrichedTransaction } from '../../src/core/values/transaction.ts'
import { alone, bareRow } from '../../fixtures/labelled.ts'

const FILE = join(
  process.env['ASSAY_SAMPLES_DIR'] ?? '../shared/samples',
  'providers/ocrolus/enriched_txns.json',
)

interface Tagged {
  txn_date: string
  description: string
  amount: number
  [tag: string]: unknown
}

/** How often the provider's tag and our category agree. */
export interface Agreement {
  tag: string
  rows: number
  agreed: number
}

/** Our reading of each tag of the provider. */
const OURS: readonly [tags: readonly string[], matches: (row: EnrichedTransaction) => boolean][] = [
  [['revenue'], ({ isRevenue }) => isRevenue],
  [
    ['internal_transfer', 'unreconciled_internal_transfer', 'other_transfer'],
    ({ categories }) => /^transfers\.(?:internal|external_own|savings)/.test(categories[0]!.slug),
  ],
  [['fintech_mca'], ({ categories }) => categories[0]!.slug.startsWith('debt.mca_')],
]

/** The provider's example rows enriched by us, tag by tag; null where the file is not present. */
export function agreeWithOcrolus(): Agreement[] | null {
  if (!existsSync(FILE)) return null
  const file: { enriched_transactions: Tagged[] } = JSON.parse(readFileSync(FILE, 'utf8'))
  const tagged = file.enriched_transactions
  const given = tagged.map(({ txn_date, description, amount }, index) => ({
    ...bareRow(description, Math.round(amount * 100), index),
    date: txn_date,
  }))
  const { transactions } = enrich(alone(given))
  return OURS.map(([tags, matches]) => ({
    tag: tags[0]!,
    rows: tagged.length,
    agreed: transactions.filter(
      (row, index) => matches(row) === tags.some((tag) => tagged[index]![tag] === true),
    ).length,
  }))
}
