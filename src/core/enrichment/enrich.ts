import type { FoundPosition, Stream } from '../values/position.ts'
import type { EnrichedTransaction } from '../values/transaction.ts'
import { assembleRows } from './assemble.ts'
import { readDealRows, type DealInput } from './deal-rows.ts'
import { classifyByPositions, classifyRows } from './passes.ts'
import { linkFollowingRows, linkPositions } from './positions/links.ts'
import { explainRow, type LayerExplanation } from './rules/explain.ts'
import { buildStreams, linkStreams } from './streams/recurring.ts'
import { DEFAULT_REVENUE_SETTINGS, type RevenueSettings } from './true-revenue.ts'

/** The rows of one submission, what is known around them, and the settings that differ. */
export interface EnrichInput extends DealInput {
  settings?: Partial<EnrichSettings>
}

/** Tenant settings that enrichment reads; each has a default. */
export interface EnrichSettings extends RevenueSettings {
  /** Factor rates that the tenant entered, by funder id (formulas P13). */
  factorRates: Readonly<Record<string, number>>
}

export interface Enriched {
  /** In the order given. */
  transactions: EnrichedTransaction[]
  streams: Stream[]
  positions: FoundPosition[]
}

/**
 * Transactions with category, merchant, flags and links, and the streams and positions that they
 * form. The same input gives the same output, ids included; a list of one row is a list like any
 * other. Knows nothing of documents, tenants or storage, and reads no clock: the caller leaves out
 * rows after `asOf`.
 */
export function enrich(input: EnrichInput): Enriched {
  const deal = readDealRows(input)
  const { factorRates = {}, ...revenue } = input.settings ?? {}
  const first = classifyRows(deal)
  const { classified, positions, standing } = classifyByPositions(deal, first, factorRates)
  const streams = buildStreams(deal, classified)
  const links = linkPositions(standing, classified)
  const transactions = assembleRows(classified, {
    settings: { ...DEFAULT_REVENUE_SETTINGS, ...revenue },
    company: input.company,
    positions: links,
    streams: linkStreams(streams),
  })
  return { transactions, streams, positions: linkFollowingRows(positions, links) }
}

/**
 * What every layer finds for one row among the others, in the order in which they are tried. Null
 * when the row is not among them.
 */
export function explain(input: EnrichInput, transactionId: string): LayerExplanation[] | null {
  const index = input.transactions.findIndex(({ id }) => id === transactionId)
  if (index < 0) return null
  const deal = readDealRows(input)
  const { context } = classifyByPositions(
    deal,
    classifyRows(deal),
    input.settings?.factorRates ?? {},
  )
  return explainRow(deal.rows[index]!, context)
}
