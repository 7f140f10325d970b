import type { PrintLine } from '../pdf/lines.ts'

// `Page 2 of 5`   `Page: 2 / 5`   `Seite 4/4`   `Blatt 1 von 4`   `Page 1 de 1`   `P. 4/4`
const COUNTER =
  /(?:^|[\s|])(?:page|seite|blatt|pagina|página|sheet|p\.)(?: no\.?)?\s*:?\s*(\d{1,3})\s*(?:of|von|de|sur|van|\/)\s*(\d{1,3})(?!\d)/i

// `3/4`   `3 of 4` in a cell of its own, as browsers print it
const BARE_COUNTER = /(?:^| {2})(\d{1,2}) ?(?:of|von|de|sur|van|\/) ?(\d{1,2})$/i
/** A line that a fax machine prints above each page counts those of the call, whatever they are. */
const FAX = /\d{1,2}:\d{2}.*\b(?:FROM|TO|FAX)\b.*\bP(?:age|g)?\b\.?\s*\d/i

/** A bare counter stands among so many lines at the head or foot of its page. */
const EDGE_LINES = 2
/** `1/31` is rather a day than the first of so many pages. */
const BARE_TOTAL_MAX = 20

/**
 * Pages that the print counts and the document does not hold, as sentences; none where pages are
 * not counted. A counter that begins again begins another document.
 */
export function missingPages(pages: readonly { lines: readonly PrintLine[] }[]): string[] {
  const runs: { seen: Set<number>; total: number; last: number }[] = []
  for (const { lines } of pages) {
    const counter = readCounter(lines)
    if (!counter) continue
    const { number, total } = counter
    const run = runs.at(-1)
    if (run && run.total === total && number > run.last) {
      run.seen.add(number)
      run.last = number
    } else runs.push({ seen: new Set([number]), total, last: number })
  }
  return runs.flatMap(({ seen, total }) => {
    const missing = Array.from({ length: total }, (_, at) => at + 1).filter(
      (page) => !seen.has(page),
    )
    // Pages without a counter may be among a document's own.
    const uncounted = runs.length === 1 ? pages.length - seen.size : 0
    return missing.length > uncounted
      ? [`Of ${total} pages ${missing.join(', ')} are missing.`]
      : []
  })
}

/** The page number that some lines of a page print, and of how many; null where none do. */
export function readCounter(
  lines: readonly { text: string }[],
): { number: number; total: number } | null {
  const own = lines.filter(({ text }) => !FAX.test(text))
  const named = own.map(({ text }) => COUNTER.exec(text)).find((found) => found !== null)
  const edges = [...own.slice(-EDGE_LINES), ...own.slice(0, EDGE_LINES)]
  const bare = edges.map(({ text }) => BARE_COUNTER.exec(text)).find((found) => found !== null)
  const match = named ?? bare
  if (!match) return null
  const [number, total] = [Number(match[1]), Number(match[2])]
  const isCounter = named !== undefined || (number <= total && total <= BARE_TOTAL_MAX)
  return isCounter ? { number, total } : null
}
