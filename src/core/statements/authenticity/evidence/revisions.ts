import type { PrintLine } from '../../pdf/lines.ts'
import type { GlyphPage } from '../../pdf/pdfium.ts'
import { headText } from '../../sniff.ts'
import type { ChangedPage } from './inspection.ts'

const END_MARK = '%%EOF'
const LINES_MAX = 40

/**
 * Where each revision of the file ends, in bytes; one entry for a file that was never added to. The
 * first part of a linearized file has an end mark of its own and is no revision.
 */
export function revisionEnds(bytes: Uint8Array): number[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const firstEnd = linearizedLength(bytes)
  const ends: number[] = []
  let from = 0
  for (let at = file.indexOf(END_MARK); at >= 0; at = file.indexOf(END_MARK, at + 1)) {
    const end = at + END_MARK.length
    // An end mark without a cross-reference before it ends nothing.
    const isWriting = file.subarray(from, at).includes('startxref')
    if (isWriting && end >= firstEnd - 2) {
      ends.push(end)
      from = end
    }
  }
  return ends.length === 0 ? [bytes.length] : ends
}

/** `/Linearized 1 /L 52012`: the length the file had when it was linearized; 0 when it was not. */
function linearizedLength(bytes: Uint8Array): number {
  const head = headText(bytes).slice(0, 1024)
  const length = Number(/\/Linearized[^>]{0,200}?\/L +(\d{1,12})/.exec(head)?.[1] ?? 0)
  return length <= bytes.length ? length : 0
}

export interface PrintedRevision {
  page: GlyphPage
  lines: readonly PrintLine[]
}

/**
 * How a page differs from its first version; null when both print and draw the same. Annotations
 * and form fields do not count as content.
 */
export function detectChange(
  first: PrintedRevision | null,
  last: PrintedRevision,
): ChangedPage | null {
  const { number } = last.page
  if (!first) return { number, before: [], after: shown(last.lines) }
  const [before, after] = [without(first.lines, last.lines), without(last.lines, first.lines)]
  if (before.length === 0 && after.length === 0 && drawn(first.page) === drawn(last.page)) {
    return null
  }
  return { number, before: shown(before), after: shown(after) }
}

function without(lines: readonly PrintLine[], others: readonly PrintLine[]): PrintLine[] {
  const counts = new Map<string, number>()
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1)
  return lines.filter(({ text }) => {
    const left = counts.get(text) ?? 0
    counts.set(text, left - 1)
    return left <= 0
  })
}

function shown(lines: readonly PrintLine[]): ChangedPage['before'] {
  return lines
    .slice(0, LINES_MAX)
    .map(({ text, x0, y0, x1, y1 }) => ({
      text: text.replaceAll('  ', ' '),
      box: [x0, y0, x1, y1],
    }))
}

function drawn({ marks }: GlyphPage): number {
  return (marks?.objects ?? []).filter(({ kind }) => kind !== 'text').length
}
