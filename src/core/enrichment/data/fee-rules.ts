import { categorySlug } from '../../values/categories.ts'
import { capitals, choice, optional, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import type { FeeKind } from '../../values/transaction.ts'

/**
 * Fees of banks and acquirers (taxonomy section 4, layer 5), the first rule that applies. `beside`
 * needs a fee word in the descriptor, `alone` does not. `feeKind` is the wording of formulas N1.
 */
export interface FeeRule {
  slug: string
  feeKind: FeeKind | null
  withFeeWord: readonly string[]
  alone: readonly string[]
}

const FEE_KINDS: readonly FeeKind[] = ['nsf', 'overdraft', 'returned_item', 'ambiguous']

export const FEE_RULES: readonly FeeRule[] = readFeeRules()

function readFeeRules(): FeeRule[] {
  const rules = readRows(
    new URL('fee-rules.csv', import.meta.url),
    { rule: text, slug: categorySlug, feeKind: optional(choice(FEE_KINDS, 'a kind of fee')) },
    ['rule'],
  )
  const names = rules.map(({ rule }) => rule)
  const phrases = readRows(
    new URL('fee-phrases.csv', import.meta.url),
    {
      rule: choice(names, 'a rule of fee-rules.csv'),
      place: choice(['beside', 'alone'], 'a place'),
      phrase: capitals,
    },
    ['rule', 'place', 'phrase'],
  )
  return rules.map(({ rule, slug, feeKind }) => {
    const own = phrases.filter((one) => one.rule === rule)
    const standing = (where: string) =>
      own.filter(({ place }) => place === where).map(({ phrase }) => phrase)
    return { slug, feeKind, withFeeWord: standing('beside'), alone: standing('alone') }
  })
}
