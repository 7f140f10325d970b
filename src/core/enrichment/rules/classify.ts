import { findCategory } from '../../values/categories.ts'
import type { AssignedCategory } from '../../values/transaction.ts'
import { merchantOf, type NamedMerchant } from '../counterparty.ts'
import type { MatchOf, Reading } from '../descriptor/reading.ts'
import type { Answer, Context, Row } from '../row.ts'
import { funderOf } from './financing.ts'
import { LAYERS } from './layers.ts'

/** What the layers and the registries say of a row. */
export interface Said {
  categories: AssignedCategory[]
  /** Of a row that is a funder's for all that the layers say. */
  funder: MatchOf<'funder'> | null
  merchant: NamedMerchant | null
  isRelatedParty: boolean
}

/** What was said of a row, for others with the same words. */
interface Kept extends Pick<Row, 'isInflow' | 'channel' | 'party' | 'account'> {
  said: Said
}

/**
 * Asks the layers about rows of one context. Of rows that nothing but their words tells about only
 * the first of its kind is asked about: the same words of the same sign say the same.
 */
export function speaker(context: Context): (row: Row) => Said {
  const known = new Map<Reading, Kept[]>()
  return (row) => {
    if (!isOfWordsAlone(row, context)) return say(row, context)
    const kept = known.get(row.reading)
    const own = kept?.find((one) => isAlike(one, row))
    if (own) return own.said
    const askedBefore = context.countAsked()
    const said = say(row, context)
    if (context.countAsked() > askedBefore) return said
    const { isInflow, channel, party, account } = row
    const one = { isInflow, channel, party, account, said }
    if (kept) kept.push(one)
    else known.set(row.reading, [one])
    return said
  }
}

/** No person, tenant, caller or other row says anything of the row. */
function isOfWordsAlone(row: Row, { pairs, patterns, rejected }: Context): boolean {
  const { tx, index } = row
  const isTold = tx.override !== null || row.alias !== null || tx.providerCategory !== null
  const isNumbered = tx.mccCode !== null || tx.checkNumber !== null || row.checkNumber !== null
  if (isTold || isNumbered || pairs.has(index) || patterns.has(index)) return false
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
export function say(row: Row, context: Context): Said {
  const categories = classify(row, context)
  const { slug } = categories[0]!
  const mayBeFunders = slug.startsWith('debt.') || slug.startsWith('returns.')
  const funder = mayBeFunders ? funderOf(row, context) : null
  return {
    categories,
    funder,
    merchant: merchantOf(row, funder),
    isRelatedParty: categories.some(({ ruleId }) => ruleId?.startsWith('party:')),
  }
}

/** Layers that are asked only when nobody else has answered. */
const LAST_RESORTS = new Set(['model', 'guess', 'default'])

/** The primary and at most two runners-up. */
const KEPT_ANSWERS = 3

/**
 * The categories of a row: first that of the first layer that answers, then what later layers
 * would have said. Never empty, because the last layer answers by sign.
 */
export function classify(row: Row, context: Context): AssignedCategory[] {
  const answers: Answer[] = []
  for (const layer of LAYERS) {
    if (answers.length > 0 && LAST_RESORTS.has(layer.name)) continue
    const answer = layer.answer(row, context)
    if (!answer || answers.some(({ slug }) => slug === answer.slug)) continue
    answers.push(answer)
    if (answers.length === KEPT_ANSWERS) break
  }
  return answers.map((answer) => ({ ...answer, name: findCategory(answer.slug)!.name }))
}
