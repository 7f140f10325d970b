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
  /** Of a row that is a funder's for all that the layers say. */
  funder: MatchOf<'funder'> | null
  merchant: NamedMerchant | null
  isRelatedParty: boolean
}

/** What was said of a row, for others with the same words. */
interface Kept extends Pick<Row, 'isInflow' | 'channel' | 'party' | 'account'> {
  classification: Classification
}

/**
 * Asks the layers about rows of one context. Of rows that nothing but their words tells about only
 * the first of its kind is asked about: the same words of the same sign say the same.
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

/** No person, tenant, caller or other row says anything of the row. */
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

/** The same without looking at what was said before. */
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

/** Layers that are asked only when nobody else has answered. */
const LAST_RESORTS = new Set(['model', 'guess', 'default'])

/** The primary and at most two runners-up. */
const MAX_CANDIDATES = 3

/**
 * The categories of a row: first that of the first layer that answers, then what later layers
 * would have said. Never empty, because the last layer answers by sign.
 */
export function classify(row: Row, context: Context): AssignedCategory[] {
  const candidates: CategoryCandidate[] = []
  for (const layer of LAYERS) {
    if (candidates.length > 0 && LAST_RESORTS.has(layer.name)) continue
    const candidate = layer.classify(row, context)
    if (!candidate || candidates.some(({ slug }) => slug === candidate.slug)) continue
    candidates.push(candidate)
    if (candidates.length === MAX_CANDIDATES) break
  }
  return candidates.map((candidate) => ({ ...candidate, name: findCategory(candidate.slug)!.name }))
}
