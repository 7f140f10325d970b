import type { Evidence, InspectedPage } from '../evidence/inspection.ts'
import { median } from '../evidence/tokens.ts'
import type { Finding, Detectors } from '../signal.ts'
import { toFontFamily } from './figure-columns.ts'

const SIZE_POINTS = 2
const FIGURES_MIN = 5
const STYLE_FACTOR = 3

/** Whether the pages belong together. */
export const PAGE_DETECTORS: Detectors<Evidence> = {
  page_production_mismatch: strangePages,
  content_stream_outlier: strangeStreams,
  page_numbering_gap: numberingGaps,
  image_only_page: ({ inspection }) => {
    const pages = inspection?.pages ?? []
    if (!pages.some(({ hasText, isScan }) => hasText && !isScan)) return []
    return pages
      .filter(({ isScan, hasText }) => isScan && !hasText)
      .map(({ number }) => ({ page: number, found: 'a picture', expected: 'text' }))
  },
}

function strangePages(evidence: Evidence): Finding[] {
  const pages = pagesWithRows(evidence)
  const [first] = pages
  if (!first || pages.length < 2) return []
  return pages.flatMap((page) => {
    if (sizeDiffers(page, first)) {
      return [{ page: page.number, found: formatSize(page), expected: formatSize(first) }]
    }
    const others = new Set(pages.filter((each) => each !== page).flatMap(listFontFamilies))
    const own = listFontFamilies(page)
    // Some programs draw letters without naming a font: that compares with nothing.
    const isComparable = pages.length > 2 && own.length > 0 && others.size > 0
    const isStrange = isComparable && own.every((name) => !others.has(name))
    return isStrange
      ? [{ page: page.number, found: own.join(', '), expected: [...others].join(', ') }]
      : []
  })
}

function pagesWithRows({ statements, inspection }: Evidence): InspectedPage[] {
  const withRows = new Set(statements.flatMap(({ rows }) => rows.map(({ page }) => page)))
  return (inspection?.pages ?? []).filter(({ number }) => withRows.has(number))
}

/** Of two pages that differ, the later one is reported. */
function strangeStreams(evidence: Evidence): Finding[] {
  const pages = pagesWithRows(evidence)
    .filter(({ figures, isScan }) => !isScan && figures.length >= FIGURES_MIN)
    .map(({ number, figures }) => ({
      page: number,
      signs: median(figures.map(({ text, pieces }) => text.length / pieces)),
    }))
  return pages.flatMap(({ page, signs }, at) => {
    const others = pages.filter((_, other) => other !== at).map((other) => other.signs)
    if (others.length === 0 || (others.length === 1 && at === 0)) return []
    const [low, high] = [Math.min(...others), Math.max(...others)]
    const isOdd = signs * STYLE_FACTOR <= low || signs >= STYLE_FACTOR * high
    const isRule = high < STYLE_FACTOR * low
    if (!isOdd || !isRule) return []
    return [{ page, found: `${signs} signs in a piece`, expected: `${low} to ${high}` }]
  })
}

/** A page turned sideways has the same size. */
function sizeDiffers(left: InspectedPage, right: InspectedPage): boolean {
  const [short, long] = [Math.min(left.width, left.height), Math.max(left.width, left.height)]
  const [otherShort, otherLong] = [
    Math.min(right.width, right.height),
    Math.max(right.width, right.height),
  ]
  return Math.abs(short - otherShort) > SIZE_POINTS || Math.abs(long - otherLong) > SIZE_POINTS
}

function formatSize({ width, height }: InspectedPage): string {
  return `${Math.round(width)} × ${Math.round(height)} points`
}

function listFontFamilies({ fonts }: InspectedPage): string[] {
  return [...new Set(fonts.map(({ name }) => toFontFamily(name)).filter((name) => name !== ''))]
}

/** A new statement begins again with page 1; pages without a number may stand between. */
function numberingGaps({ inspection }: Evidence): Finding[] {
  const numbered = (inspection?.pages ?? []).filter(({ numbering }) => numbering !== null)
  return numbered.flatMap((current, at) => {
    const before = numbered[at - 1]
    if (!before) return []
    const [{ page, of }, last] = [current.numbering!, before.numbering!]
    const steps = current.number - before.number
    const follows = of === last.of && page > last.page && page - last.page <= steps
    const begins = page === 1 && last.page >= last.of - (steps - 1)
    if (follows || begins) return []
    return [
      {
        page: current.number,
        found: `page ${page} of ${of}`,
        expected: `page ${last.page + 1} of ${last.of}`,
      },
    ]
  })
}
