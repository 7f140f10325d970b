import { judge } from '../../src/core/statements/authenticity/evidence/visibility.ts'
import type { Tools } from '../../src/core/statements/formats/format.ts'
import { groupLines, type PrintLine } from '../../src/core/statements/pdf/lines.ts'
import type { GlyphPage, PdfDocument } from '../../src/core/statements/pdf/pdfium.ts'
import { readWords } from '../../src/core/statements/pdf/words.ts'
import { seePage } from '../../src/core/statements/read-statement.ts'
import type { PrintedPage } from '../../src/core/statements/scan/printed-page.ts'
import type { ReadingHints } from '../../src/core/statements/statement.ts'
import type { NewPage } from './set-pages.ts'

/** A page as it is printed, with what is drawn behind its words. */
export interface OldPage {
  number: number
  width: number
  height: number
  lines: PrintLine[]
  fills: NewPage['fills']
  isScan: boolean
}

/** Every page of a document; none of what has no pages. */
export async function readOldPages(
  bytes: Uint8Array,
  { hints, tools }: { hints: ReadingHints; tools: Tools },
  count: number,
): Promise<OldPage[]> {
  const { document } = tools.pdf.open(bytes, hints.password ?? null)
  const pages: OldPage[] = []
  try {
    for (let number = 1; number <= count; number += 1) {
      const seen = await seePage(bytes, { hints, tools, number }, ({ print }) => print())
      if (!seen || 'failure' in seen) continue
      const isText = document !== null && seen.scan === null
      pages.push(isText ? visiblePage(document, seen) : scannedPage(seen))
    }
  } finally {
    document?.close()
  }
  return pages
}

function scannedPage({ number, width, height, lines, scan }: PrintedPage): OldPage {
  const upright = scan?.upright ?? { width, height }
  return { number, width: upright.width, height: upright.height, lines, fills: [], isScan: true }
}

/** A fill that is seen and holds no information: light ground, or a rule. */
const LIGHT = 200
const RULE_POINTS = 3

/** Print that nobody sees is left out, unless it is the text behind a picture of the page. */
function visiblePage(
  document: PdfDocument,
  { number, width, height, lines }: PrintedPage,
): OldPage {
  const page = document.page(number - 1, { withMarks: true })
  if (!page) return { number, width, height, lines, fills: [], isScan: false }
  const hidden = new Set(
    judge(page)
      .filter((each) => each.hidden !== null || each.cover !== null)
      .map(({ glyph }) => glyph),
  )
  const isPicture = document.pictureShare(number - 1) > 0.5
  const glyphs = page.glyphs.filter((glyph) => !hidden.has(glyph))
  const seen = isPicture ? lines : groupLines(readWords({ ...page, glyphs }), number)
  return { number, width, height, lines: seen, fills: listFills(page), isScan: false }
}

function listFills({ marks }: GlyphPage): NewPage['fills'] {
  return (marks?.objects ?? []).flatMap(({ kind, box, color, isOpaque }) => {
    if (kind !== 'path' || !isOpaque || box === null || color === null) return []
    const isRule = Math.min(box[2] - box[0], box[3] - box[1]) < RULE_POINTS
    const [red, green, blue] = color
    return isRule || Math.min(red, green, blue) >= LIGHT
      ? [{ box, color: [red, green, blue] as const }]
      : []
  })
}
