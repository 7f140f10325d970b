import { choice, text } from '../../../../values/rows/cells.ts'
import { plainWords } from '../../../vocabulary/plain-words.ts'
import { readRows } from '../../../../values/rows/rows.ts'

const LISTS = [
  'date_filler',
  'exact_heading',
  'foreign_heading',
  'no_edge',
  'movement_label',
  'kind_word',
  'ledger_heading',
  'void_status',
  'pending_status',
  'outflow',
  'inflow',
  'card_heading',
  'card_purchase',
  'card_payment',
  'plaid_heading',
] as const

/** Lists that are parted by what their phrases mean. */
const GROUPED_LISTS = {
  month: Array.from({ length: 12 }, (_, place) => String(place + 1)),
  summary: ['opening', 'closing', 'standing', 'daily', 'credits', 'debits', 'total', 'net'],
  edge: ['balance', 'opening', 'closing', 'filler'],
  fact: ['account', 'accountName', 'currency', 'start', 'end', 'period'],
  account_type: [
    'credit_card',
    'money_market',
    'savings',
    'line_of_credit',
    'loan',
    'investment',
    'checking',
  ],
} as const

type GroupedList = keyof typeof GROUPED_LISTS
export type KeyIn<List extends GroupedList> = (typeof GROUPED_LISTS)[List][number]

const ROWS = readRows(
  new URL('words.csv', import.meta.url),
  {
    list: choice(
      [
        ...LISTS,
        ...Object.entries(GROUPED_LISTS).flatMap(([list, keys]) =>
          keys.map((key) => `${list}.${key}`),
        ),
      ],
      'a list of words',
    ),
    phrase: text,
  },
  ['list', 'phrase'],
)

const BY_LIST = Map.groupBy(ROWS, ({ list }) => list)

/** The phrases of a list of `words.csv`, in their order there. */
export function listed(list: (typeof LISTS)[number]): readonly string[] {
  return phrasesIn(list)
}

/** The phrases of a list of `words.csv` by what they mean: `summary.opening`, `month.1`. */
export function listedByKey<List extends GroupedList>(
  list: List,
): Record<KeyIn<List>, readonly string[]> {
  const entries = GROUPED_LISTS[list].map((key) => [key, phrasesIn(`${list}.${key}`)])
  return Object.fromEntries(entries) as Record<KeyIn<List>, readonly string[]>
}

function phrasesIn(list: string): string[] {
  return (BY_LIST.get(list) ?? []).map(({ phrase }) => plainWords(phrase))
}
