import { categorySlug } from '../../values/categories.ts'
import { choice, optional, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'

/** The product of a financier; it decides debt leaf and merchant group (formulas 9.5). */
export const FUNDER_TYPES = [
  'mca',
  'rbf',
  'platform_capital',
  'reverse_consolidation',
  'term',
  'loc',
  'sba',
  'bnpl',
  'card',
  'factor',
  'equipment',
  'vehicle',
  'trade_finance',
  'fuel_credit',
  'collector',
  'debt_relief',
] as const

export type FunderType = (typeof FUNDER_TYPES)[number]

interface FunderProduct {
  /** Leaf of money received; null where none is expected. */
  in: string | null
  /** Leaf of money paid. */
  out: string
  /** Product of a position of such a funder; null for types without positions. */
  productType: string | null
}

const PRODUCTS: ReadonlyMap<FunderType, FunderProduct> = new Map(
  readRows(
    new URL('funder-types.csv', import.meta.url),
    {
      type: choice(FUNDER_TYPES, 'a type of funder'),
      in: optional(categorySlug),
      out: categorySlug,
      productType: optional(text),
    },
    ['type'],
  ).map((row) => [row.type, row]),
)

export function getFunderProduct(type: FunderType): FunderProduct {
  return PRODUCTS.get(type)!
}

/** Products that no type of funder has, by the leaf of their payments. */
const OTHER_PRODUCTS: readonly [leaf: string, product: string][] = [
  ['debt.mortgage_payment', 'mortgage'],
  ['debt.personal_loan_payment', 'personal'],
]

/** The first type of a leaf decides: remittances are those of an advance, proceeds of a loan. */
const PRODUCT_OF_LEAF: ReadonlyMap<string, string> = new Map([
  ...OTHER_PRODUCTS,
  ...[...PRODUCTS.values()]
    .flatMap(({ in: received, out, productType }) =>
      [received, out].flatMap((leaf): [string, string][] =>
        leaf === null || productType === null ? [] : [[leaf, productType]],
      ),
    )
    .toReversed(),
])

/** The product that a leaf of debt is of; null for a leaf that begins no position. */
export function getLeafProduct(leaf: string): string | null {
  return PRODUCT_OF_LEAF.get(leaf) ?? null
}
