import { list, numberWithin, choice, optional, range, text, type Cell } from '../rows/cells.ts'
import { readRows } from '../rows/rows.ts'

/** A leaf as the list states it; `categories.ts` adds what follows from the slug. */
export interface CategoryRow {
  /** `root.leaf`, such as `expenses.rent`. */
  slug: string
  name: string
  description: string
  /** The sign that is normal for the leaf; the other sign is re-routed (taxonomy section 1). */
  sign: 'in' | 'out' | 'both'
  trueRevenue: 'yes' | 'no' | 'contra' | 'conditional' | 'review'
  debt: 'yes' | 'no' | 'revolving'
  /** Line of the cash flow report; `Excluded` when it is shown below the line only. */
  pnlLine: string
  /** Order of that line (formulas section 11). */
  pnlOrder: number
  heronLabel: string | null
  plaidPfc: readonly string[]
  /** Merchant category codes, both ends included; descriptive, not used to classify. */
  mccRanges: readonly (readonly [number, number])[]
  exampleDescriptors: readonly string[]
}

/** Lines of the cash flow report (formulas section 11). */
const PNL_LINES = 16

// expenses.rent
const slug: Cell<string> = (text, refuse) =>
  /^[a-z]+\.[a-z0-9_]+$/.test(text) ? text : refuse(`"${text}" is not root.leaf`)

/**
 * The 140 leaves of the taxonomy in its order (taxonomy section 2). A leaf never changes its
 * meaning; a retired one stays and names its successor in `replacedBy`.
 */
export const CATEGORY_ROWS: readonly CategoryRow[] = readRows(
  new URL('categories.csv', import.meta.url),
  {
    slug,
    name: text,
    description: text,
    sign: choice(['in', 'out', 'both'], 'a sign'),
    trueRevenue: choice(['yes', 'no', 'contra', 'conditional', 'review'], 'known of revenue'),
    debt: choice(['yes', 'no', 'revolving'], 'known of debt'),
    pnlLine: text,
    pnlOrder: numberWithin(1, PNL_LINES),
    heronLabel: optional(text),
    plaidPfc: list(text),
    mccRanges: list(range(1, 9999)),
    exampleDescriptors: list(text),
  },
  ['slug'],
)
