import type { PageSpan, ReadingHints } from '../statement.ts'

/** The pages of the file that are the document. */
export function resolvePageSpan(
  { pageCount }: { pageCount: number },
  { pages }: ReadingHints,
): PageSpan {
  return { start: pages?.start ?? 1, end: Math.min(pages?.end ?? pageCount, pageCount) }
}
