import { findCategory, getFamily } from '../../values/categories.ts'
import { getMatches } from '../descriptor/reading.ts'
import type { CategoryCandidate, Row } from '../row.ts'

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

/** Layers that decide by a name. */
const NAMES = new Set(['merchant', 'brand'])

/** Leaves of shops that sell more than one kind of thing: a filling station sells food. */
const SHOPS = new Set([
  'expenses.fuel',
  'expenses.personal',
  'expenses.equipment_purchase',
  'cogs.fuel',
  'cogs.inventory',
  'cogs.food_beverage',
])

/** Financiers whose product the name does not settle: some sell advances as well as loans. */
const SEVERAL_PRODUCTS = new Set(['term', 'loc', 'rbf'])

/** Leaves of words that name the product of a financier, such as LOAN PMT. */
const PRODUCTS = /^debt\.(?:loan|loc|mca)_/

/**
 * What is known of a category besides the words themselves: the layer, how many words matched and
 * how much of the line they are, the runner-up, the sign, the rail and the kind of leaf.
 */
export function readFeatures({ candidate, runnerUp, row }: Evidence): Features {
  const layer = readLayer(candidate)
  const words = countWords(candidate, row)
  const named = row.reading.groupKey.split(' ').length
  const share = words === 0 ? 0 : Math.min(1, words / named)
  const rivals = runnerUp !== null && getFamily(runnerUp.slug) !== getFamily(candidate.slug)
  return {
    bias: 1,
    [`layer_${layer}`]: 1,
    two_words: words >= 2 ? 1 : 0,
    share,
    whole_line: share === 1 ? 1 : 0,
    other_family: rivals ? 1 : 0,
    same_family: runnerUp !== null && !rivals ? 1 : 0,
    against_sign: isAgainstSign(candidate.slug, row.isInflow) ? 1 : 0,
    refund: candidate.slug === 'income.vendor_refund' ? 1 : 0,
    inflow: row.isInflow ? 1 : 0,
    rail: row.channel === 'other' ? 0 : 1,
    cost: /^(?:expenses|cogs|taxes)\./.test(candidate.slug) ? 1 : 0,
    transfer: getFamily(candidate.slug) === 'transfer' ? 1 : 0,
    debt: getFamily(candidate.slug) === 'debt' ? 1 : 0,
    shop: SHOPS.has(candidate.slug) && NAMES.has(layer) ? 1 : 0,
    shop_said: SHOPS.has(candidate.slug) && NAMES.has(layer) && says(candidate, row) ? 1 : 0,
    unknown_payee: UNKNOWN_PAYEE.has(candidate.slug) ? 1 : 0,
    several_products: layer === 'funder' && hasSeveralProducts(row) ? 1 : 0,
    guess: layer === 'model' ? candidate.confidence : 0,
  }
}

/** Whether a word besides the name says the leaf: SHELL OIL, COSTCO GAS. */
function says({ slug }: CategoryCandidate, { reading }: Row): boolean {
  return getMatches(reading, 'cue').some(({ value }) => value.slug === slug)
}

/** How many words of the line the rule matched; 0 where none are its reason. */
function countWords({ ruleId }: CategoryCandidate, { reading }: Row): number {
  const [layer, ...parts] = ruleId.split(':')
  const phrase = parts.at(-1)
  if (phrase === undefined) return 0
  if (layer !== 'merchant') return phrase.split(' ').length
  const match = getMatches(reading, 'merchant').find(({ value }) => value.merchant.id === phrase)
  return match ? match.end - match.start : 1
}

/** The layer of a rule: `merchant` of `merchant:square`. */
export function readLayer({ ruleId }: Pick<CategoryCandidate, 'ruleId'>): string {
  return ruleId.split(':', 1)[0]!
}

function isAgainstSign(slug: string, isInflow: boolean): boolean {
  const sign = findCategory(slug)?.sign
  return sign !== 'both' && (sign === 'in') !== isInflow
}

function hasSeveralProducts({ reading }: Row): boolean {
  if (getMatches(reading, 'cue').some(({ value }) => PRODUCTS.test(value.slug))) return false
  return getMatches(reading, 'funder').some(({ value }) => SEVERAL_PRODUCTS.has(value.funder.type))
}
