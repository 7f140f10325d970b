import type { PrintedRow } from './printed-tables.ts'

/**
 * The rows with the second day of a few of them back in their words: `02/03  02/01 Online Payment`.
 * A day of posting or of purchase in a column of its own stands in most rows.
 */
export function withSecondDays(rows: readonly PrintedRow[]): PrintedRow[] {
  const printed = rows.filter(({ isListed }) => !isListed)
  const doubled = printed.filter(({ postDate }) => postDate !== null)
  if (doubled.length * 2 > printed.length) return [...rows]
  return rows.map((row) => {
    const { date, postDate, lines, description } = row
    if (row.isListed || postDate === null || postDate.from < date.from) return row
    const [first = '', ...others] = description
    const words = `${lines[0]!.text.slice(postDate.from, postDate.to).trim()} ${first}`.trim()
    return { ...row, postDate: null, description: [words, ...others] }
  })
}
