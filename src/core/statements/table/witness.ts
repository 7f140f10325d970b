import type { Doubt, Statement, StatementRow } from '../statement.ts'

/** So large a share of the words of a row has another reading of it, too. */
const WORD_SHARE = 0.8
/** Of more rows than this the first ones are named. */
const MOST_NAMED = 3

/**
 * What another proven reading of the same print says differently: days and words, which no sum
 * proves. Rows are compared by their places among those of one amount; none where the other reading
 * has other rows, since then it proves something else.
 */
export function contestedRows(own: Statement, other: Statement): Doubt[] {
  if (own.rows.length !== other.rows.length) return []
  const left = Map.groupBy(other.rows, ({ amount }) => amount)
  const pairs = own.rows.map((row): [StatementRow, StatementRow | undefined] => [
    row,
    left.get(row.amount)?.shift(),
  ])
  if (pairs.some(([, same]) => same === undefined)) return []
  const numbered = pairs.map(([row, same], at) => ({ row, same: same!, number: at + 1 }))
  const days = numbered.filter(({ row, same }) => !isSameDay(row, same))
  const words = numbered.filter(({ row, same }) => !isSameText(row, same))
  return [
    ...describe(days, 'date_uncertain', 'day'),
    ...describe(words, 'words_uncertain', 'words'),
  ]
}

function isSameDay({ date, postedOn }: StatementRow, other: StatementRow): boolean {
  return [date, postedOn].includes(other.date) || date === other.postedOn
}

/**
 * Whether the other reading has the words too, of which either may have a code before them. It may
 * have more: it takes headings, sums and times below a row for words of it.
 */
function isSameText(own: StatementRow, other: StatementRow): boolean {
  const [left, right] = [own, other].map(listVariants) as [Set<string>[], Set<string>[]]
  return left.some((words) => right.some((others) => others.size === 0 || isAlike(words, others)))
}

function isAlike(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const shared = [...left].filter((word) => right.has(word)).length
  return shared >= WORD_SHARE * left.size
}

/**
 * The words of a row, with and without a code before them; without what banks leave out as well:
 * numbers of checks, kinds, references, days.
 */
function listVariants({ description, checkNumber, bankType }: StatementRow): Set<string>[] {
  const split = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const left = new Set(split(`${checkNumber ?? ''} ${bankType ?? ''}`))
  const isWord = (word: string): boolean => !left.has(word) && !NO_WORD.test(word)
  return [description, description.replace(CODE, '')].map(
    (text) => new Set(split(text).filter(isWord)),
  )
}

// 5171X239003   24945807302157368193036   02   (each reading has its own rule for them)
const NO_WORD = /(?:\d\D*){4}|^\d{0,2}$/
// DD NORTHMOOR WATER
const CODE = /^[A-Z]{2,3} (?=\S)/

function describe(rows: readonly { number: number }[], code: string, what: string): Doubt[] {
  if (rows.length === 0) return []
  const named = rows.slice(0, MOST_NAMED).map(({ number }) => number)
  const message = `Two readings of the print agree in all figures and differ in the ${what} of ${rows.length} rows (${named.join(', ')} …).`
  return [{ code, message }]
}
