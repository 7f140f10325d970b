import { estimateConfidence } from '../confidence/estimate.ts'
import type { Evidence } from '../confidence/features.ts'
import { findCategory } from '../../values/categories.ts'
import type { AssignedCategory } from '../../values/transaction.ts'
import { resolveMerchant, type NamedMerchant } from '../merchants/counterparty.ts'
import type { MatchOf, Reading } from '../descriptor/reading.ts'
import type { CategoryCandidate, Context, Row } from '../row.ts'
import { resolveFunder } from './financing.ts'
import { LAYERS } from './layers.ts'

/** The categories of a row and who is on its other side. */
export interface Classification {
  /** Slug of the first category. */
  slug: string
  categories: AssignedCategory[]
  /** Null unless the category is one that a funder's row can have. */
  funder: MatchOf<'funder'> | null
  merchant: NamedMerchant | null
  isRelatedParty: boolean
}

/** The classification of a row, for others with the same words. */
interface Kept extends Pick<Row, 'isInflow' | 'channel' | 'party' | 'account'> {
  classification: Classification
}

/**
 * Classifies rows of one context. Rows that are known by their words alone are classified once for
 * each wording and sign; the others one by one.
 */
export function createClassifier(context: Context): (row: Row) => Classification {
  const known = new Map<Reading, Kept[]>()
  return (row) => {
    if (!isOfWordsAlone(row, context)) return classifyRow(row, context)
    const kept = known.get(row.reading)
    const own = kept?.find((one) => isAlike(one, row))
    if (own) return own.classification
    const lookupsBefore = context.countRowLookups()
    const classification = classifyRow(row, context)
    if (context.countRowLookups() > lookupsBefore) return classification
    const { isInflow, channel, party, account } = row
    const one = { isInflow, channel, party, account, classification }
    if (kept) kept.push(one)
    else known.set(row.reading, [one])
    return classification
  }
}

/** Whether no correction, alias, code or other row bears on the row. */
function isOfWordsAlone(row: Row, { pairs, patterns, rejected }: Context): boolean {
  const { tx, index } = row
  const isLabeled = tx.override !== null || row.alias !== null || tx.providerCategory !== null
  const isNumbered = tx.mccCode !== null || tx.checkNumber !== null || row.checkNumber !== null
  if (isLabeled || isNumbered || pairs.has(index) || patterns.has(index)) return false
  return rejected.size === 0 || !rejected.has(tx.id)
}

function isAlike(one: Kept, { isInflow, channel, party, account }: Row): boolean {
  return (
    one.isInflow === isInflow &&
    one.channel === channel &&
    one.party === party &&
    one.account === account
  )
}

/** The classification of one row, without the cache. */
export function classifyRow(row: Row, context: Context): Classification {
  const categories = classify(row, context)
  const { slug } = categories[0]!
  const mayBeFunders = slug.startsWith('debt.') || slug.startsWith('returns.')
  const funder = mayBeFunders ? resolveFunder(row, context) : null
  return {
    slug,
    categories,
    funder,
    merchant: resolveMerchant(row, funder),
    isRelatedParty: categories.some(({ ruleId }) => ruleId?.startsWith('party:')),
  }
}

/** Layers that count only when no other layer has a category. */
const LAST_RESORTS = new Set(['model', 'guess', 'default'])

/** The primary and at most two runners-up. */
const MAX_CANDIDATES = 3

/**
 * The categories of a row: that of the first layer that has one, then those of later layers. Never
 * empty, because the last layer decides by sign.
 */
export function classify(row: Row, context: Context): AssignedCategory[] {
  const candidates = collectCandidates(row, context)
  return candidates.map((candidate, at) => {
    return assign({ candidate, runnerUp: candidates[at === 0 ? 1 : 0] ?? null, row })
  })
}

/** The category of the first layer that has one, then others of later layers. */
export function collectCandidates(row: Row, context: Context): CategoryCandidate[] {
  const candidates: CategoryCandidate[] = []
  for (const layer of LAYERS) {
    if (candidates.length > 0 && LAST_RESORTS.has(layer.name)) continue
    const candidate = layer.classify(row, context)
    if (!candidate || candidates.some(({ slug }) => slug === candidate.slug)) continue
    candidates.push(candidate)
    if (candidates.length === MAX_CANDIDATES) break
  }
  return candidates
}

/** The category with its name and the confidence that its evidence supports. */
function assign(evidence: Evidence): AssignedCategory {
  const { slug, source, ruleId } = evidence.candidate
  const { leaf, family } = estimateConfidence(evidence)
  const { name } = findCategory(slug)!
  return { slug, name, confidence: leaf, familyConfidence: family, source, ruleId }
}
