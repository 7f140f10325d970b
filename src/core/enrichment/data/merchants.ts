import { categorySlug } from '../../values/categories.ts'
import { capitals, flag, list, optional, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

/**
 * A merchant, payer or payee whose name alone settles the category (taxonomy section 4, layer 8).
 * A trailing `+` of a name or an alias lets the last word go on.
 */
export interface MerchantRow {
  name: string
  /** The leaf of each sign; null when the sign settles nothing. */
  in: string | null
  out: string | null
  /** The name is a common word, so that only the aliases count. */
  isCommonWord: boolean
  /** Beside the upper-case name. */
  aliases: readonly string[]
}

/** All merchants; where two are named by the same words, the first counts. */
export const MERCHANT_ROWS: readonly MerchantRow[] = [
  // Who lends to people, issues cards and takes state taxes: names that say what a payment is.
  ...readMerchants('merchants/lenders.csv'),
  ...readMerchants('merchants/tax-agencies.csv'),
  // Those that most statements of the United States name.
  ...readMerchants('merchants/best-known.csv'),
  // Who pays out, lends, insures, employs and taxes, beyond them.
  ...readMerchants('merchants/money.csv'),
  // Who sends a bill: utilities, telephone, software, advertising and the trades of a building.
  ...readMerchants('merchants/bills.csv'),
  // Who keeps pensions of staff, who finances vehicles, who sells to resellers and builders.
  ...readMerchants('merchants/staff.csv'),
  ...readMerchants('merchants/vehicles.csv'),
  ...readMerchants('merchants/wholesale.csv'),
  // Utilities, insurers, lawyers, associations, charities and franchisors, beyond those above.
  ...readMerchants('merchants/institutions.csv'),
  // Who is paid at a counter or by an order, beyond the brands of the public index.
  ...readMerchants('merchants/sellers.csv'),
]

function readMerchants(file: string): MerchantRow[] {
  const leaf = optional(categorySlug)
  return readRows(
    new URL(file, import.meta.url),
    { name: text, in: leaf, out: leaf, isCommonWord: flag, aliases: list(capitals) },
    ['name', 'in', 'out', 'aliases'],
  )
}
