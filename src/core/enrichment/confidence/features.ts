import { findCategory, getFamily } from '../../values/categories.ts'
import { getMatches } from '../descriptor/reading.ts'
import type { CategoryCandidate, Row } from '../row.ts'
import { hasSeveralTrades } from './several-trades.ts'

/** A category with what stands for it and against it. */
export interface Evidence {
  candidate: CategoryCandidate
  /** The category of the next layer that has another one; null where none has. */
  runnerUp: CategoryCandidate | null
  row: Row
}

/** What the confidence of a category is estimated from, by name; most are 0 or 1. */
export type Features = Readonly<Record<string, number>>

/** Leaves that name the form of a payment and no purpose. */
const UNKNOWN_PAYEE = new Set([
  'expenses.bill_pay',
  'expenses.card_purchase',
  'uncategorized.inflow',
  'uncategorized.outflow',
])

/** Financiers whose product the name does not settle: some sell advances as well as loans. */
const SEVERAL_PRODUCTS = new Set(['term', 'loc', 'rbf'])

/** Leaves of words that name the product of a financier, such as LOAN PMT. */
const PRODUCTS = /^debt\.(?:loan|loc|mca)_/

/** Takes one feature; those of value 0 are left out. */
type Visit = (name: string, value: number) => void

/** The features of a category as a record, from which weights are fitted. */
export function readFeatures(evidence: Evidence): Features {
  const features: Record<string, number> = {}
  visitFeatures(evidence, (name, value) => (features[name] = value))
  return features
}

/**
 * What is known of a category besides the words themselves: the layer, how many words matched and
 * how much of the line they are, the runner-up, the sign, the rail and the kind of leaf.
 */
export function visitFeatures(evidence: Evidence, visit: Visit): void {
  const { candidate, row } = evidence
  const layer = readLayer(candidate)
  visit('bias', 1)
  visit(getLayerName(layer), 1)
  visitWords(evidence, visit)
  visitLeaf(candidate, row, visit)
  if (row.isInflow) visit('inflow', 1)
  if (row.channel !== 'other') visit('rail', 1)
  if (layer === 'funder' && hasSeveralProducts(row)) visit('several_products', 1)
  if (layer === 'model') visit('guess', candidate.confidence)
  if (layer === 'merchant' && isOfSeveralTrades(candidate, row)) visit('several_trades', 1)
}

function visitWords({ candidate, runnerUp, row }: Evidence, visit: Visit): void {
  const words = countWords(candidate, row)
  const share = words === 0 ? 0 : Math.min(1, words / countNamed(row.reading.groupKey))
  if (words >= 2) visit('two_words', 1)
  if (share > 0) visit('share', share)
  if (share === 1) visit('whole_line', 1)
  if (runnerUp === null) return
  const isSame = getFamily(runnerUp.slug) === getFamily(candidate.slug)
  visit(isSame ? 'same_family' : 'other_family', 1)
  if (SPECIFIC.has(readLayer(runnerUp))) visit('rival', 1)
}

/** Layers that know what a payment is for; of two that differ one is wrong. */
const SPECIFIC = new Set(['fee', 'funder', 'not_funder', 'merchant', 'brand', 'cue', 'memo'])

function visitLeaf({ slug }: CategoryCandidate, { isInflow }: Row, visit: Visit): void {
  const family = getFamily(slug)
  if (family === 'expense') visit('cost', 1)
  if (family === 'transfer' || family === 'debt') visit(family, 1)
  if (isAgainstSign(slug, isInflow)) visit('against_sign', 1)
  if (slug === 'income.vendor_refund') visit('refund', 1)
  if (slug === 'transfers.external_own') visit('own_account', 1)
  if (UNKNOWN_PAYEE.has(slug)) visit('unknown_payee', 1)
}

/** Words of a text with single blanks. */
function countNamed(text: string): number {
  let count = 1
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count += 1
  return count
}

const layerNames = new Map<string, string>()

function getLayerName(layer: string): string {
  let name = layerNames.get(layer)
  if (name === undefined) layerNames.set(layer, (name = `layer_${layer}`))
  return name
}

/** Whether a word besides the name says the leaf: SHELL OIL, COSTCO GAS. */
function isConfirmed({ slug }: CategoryCandidate, { reading }: Row): boolean {
  return getMatches(reading, 'cue').some(({ value }) => value.slug === slug)
}

/** Whether the merchant has trades of several leaves and no other word says which. */
function isOfSeveralTrades(candidate: CategoryCandidate, row: Row): boolean {
  const { ruleId } = candidate
  const id = ruleId.slice(ruleId.indexOf(':') + 1)
  const match = getMatches(row.reading, 'merchant').find(({ value }) => value.merchant.id === id)
  if (!match || !hasSeveralTrades(match.value.merchant.name, row.isInflow)) return false
  return !isConfirmed(candidate, row)
}

/** How many words of the line the rule matched; 0 where none are its reason. */
function countWords({ ruleId }: CategoryCandidate, { reading }: Row): number {
  const at = ruleId.lastIndexOf(':')
  if (at < 0) return 0
  const phrase = ruleId.slice(at + 1)
  if (!ruleId.startsWith('merchant:')) return countNamed(phrase)
  const match = getMatches(reading, 'merchant').find(({ value }) => value.merchant.id === phrase)
  return match ? match.end - match.start : 1
}

/** The layer of a rule: `merchant` of `merchant:square`. */
export function readLayer({ ruleId }: Pick<CategoryCandidate, 'ruleId'>): string {
  const at = ruleId.indexOf(':')
  return at < 0 ? ruleId : ruleId.slice(0, at)
}

function isAgainstSign(slug: string, isInflow: boolean): boolean {
  const sign = findCategory(slug)?.sign
  return sign !== 'both' && (sign === 'in') !== isInflow
}

function hasSeveralProducts({ reading }: Row): boolean {
  if (getMatches(reading, 'cue').some(({ value }) => PRODUCTS.test(value.slug))) return false
  return getMatches(reading, 'funder').some(({ value }) => SEVERAL_PRODUCTS.has(value.funder.type))
}
