import { ApiError } from '../../../platform/errors/api-error.ts'

/** Pages that become a document of their own, 1-based and inclusive. */
export interface PageRange {
  startPage: number
  endPage: number
  documentClass: string | null
  name: string | null
}

/**
 * Throws `split_ranges_invalid`, naming the range that is reversed, out of bounds, overlapping, or
 * after a gap.
 */
export function checkRanges(
  ranges: readonly PageRange[],
  { pageCount, coversAll }: { pageCount: number; coversAll: boolean },
): void {
  const indexed = ranges.map((range, index) => ({ ...range, index }))
  let next = 1
  for (const { startPage, endPage, index } of indexed.toSorted(byPage)) {
    const pages = `${startPage} to ${endPage}`
    if (startPage > endPage) throw refusal(index, `${pages} ends before it starts`)
    if (endPage > pageCount) throw refusal(index, `${pages} lies outside the ${pageCount} pages`)
    if (startPage < next) throw refusal(index, `${pages} overlaps another range`)
    if (coversAll && startPage > next) throw refusal(index, `no range has page ${next}`)
    next = endPage + 1
  }
  if (coversAll && next <= pageCount) throw refusal(ranges.length - 1, `no range has page ${next}`)
}

function byPage(left: PageRange, right: PageRange): number {
  return left.startPage - right.startPage || left.endPage - right.endPage
}

function refusal(index: number, what: string): ApiError {
  const param = `ranges[${index}]`
  return new ApiError('split_ranges_invalid', `${param}: ${what}.`, { param })
}
