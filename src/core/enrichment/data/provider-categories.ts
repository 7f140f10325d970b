import { categorySlug } from '../../values/categories.ts'
import { choice, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

/**
 * A category of another provider by sign: detailed codes of Plaid's personal finance category,
 * Heron labels, Ocrolus tags, and the words of the others (taxonomy 5.1 to 5.4). Codes without a
 * meaning are left out.
 */
export interface ProviderCategory {
  code: string
  in: string
  out: string
}

/** A label that two providers share has one meaning: it stands with the first of them. */
export const PROVIDER_CATEGORIES: readonly ProviderCategory[] = readRows(
  new URL('provider-categories.csv', import.meta.url),
  {
    provider: choice(
      ['plaid', 'heron', 'ocrolus', 'mastercard', 'yodlee', 'codat', 'mx', 'decision_logic'],
      'a provider',
    ),
    code: text,
    in: categorySlug,
    out: categorySlug,
  },
  ['code'],
)
