import type { FoundPosition } from '../values/position.ts'
import type { Classified } from './rules/classified.ts'
import type { DealRows } from './deal-rows.ts'
import { classifyPatterns, findPatterns } from './positions/contracts/patterns.ts'
import { detectPositions } from './positions/detect.ts'
import type { Context, Row } from './row.ts'
import { classifyRow, createClassifier } from './rules/classify.ts'
import { buildContext } from './rules/context.ts'

/** The rows of a deal with their categories, and the context in which these hold. */
export interface ClassifiedDeal {
  classified: readonly Classified[]
  context: Context
}

/** The same with the positions that the rows form. */
export interface PositionedDeal extends ClassifiedDeal {
  positions: readonly FoundPosition[]
  /** Those that no person rejected. */
  standing: readonly FoundPosition[]
}

/** The first pass: every row by its words, its partner and how often it repeats. */
export function classifyRows({ rows, partners, ...facts }: DealRows): ClassifiedDeal {
  const context = buildContext(rows, { partners, ...facts })
  const classify = createClassifier(context)
  const classified = rows.map((row) => {
    return { row, partner: partners.get(row.index) ?? null, ...classify(row) }
  })
  return { classified, context }
}

/**
 * The second pass: debits that repeat like remittances become payments of an advance, positions are
 * detected, and the rows of a position that a person rejected lose what made them one.
 */
export function classifyByPositions(
  { rows, series, known, coverage, asOf }: DealRows,
  first: ClassifiedDeal,
  factorRates: Readonly<Record<string, number>>,
): PositionedDeal {
  const patterns = findPatterns(series, first.classified)
  const context = { ...first.context, patterns: classifyPatterns(patterns, known) }
  const classified = reclassify(first.classified, context)
  const facts = { classified, patterns, coverage, asOf, factorRates, known }
  const positions = detectPositions(facts)
  const rejectedIds = new Set(
    known.filter(({ confirmation }) => confirmation === 'rejected').map(({ id }) => id),
  )
  const standing = positions.filter(({ id }) => !rejectedIds.has(id))
  const found = { classified, context, positions, standing }
  return standing.length === positions.length ? found : withoutRejected(found, rows)
}

/** Nothing names a funder on a row of a rejected position, and no pattern explains it. */
function withoutRejected(deal: PositionedDeal, rows: readonly Row[]): PositionedDeal {
  const rejected = new Set(
    deal.positions
      .filter((position) => !deal.standing.includes(position))
      .flatMap(({ transactionIds }) => transactionIds),
  )
  const patterns = new Map(
    [...deal.context.patterns].filter(([index]) => !rejected.has(rows[index]!.tx.id)),
  )
  const context = { ...deal.context, rejected, patterns }
  return { ...deal, context, classified: reclassify(deal.classified, context) }
}

/** Classifies again the rows that patterns or rejections affect. */
function reclassify(classified: readonly Classified[], context: Context): Classified[] {
  return classified.map((one) => {
    const { row } = one
    const isAffected = context.patterns.has(row.index) || context.rejected.has(row.tx.id)
    return isAffected ? { ...one, ...classifyRow(row, context) } : one
  })
}
