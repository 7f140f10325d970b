import {
  writeSubtitle,
  type Paper,
  type PaperBlock,
  type PaperSection,
} from '../../../core/values/paper/paper.ts'
import { drawFacts, drawLine, drawList } from './blocks.ts'
import { ensure, FONT, INK, write, type Canvas, type Pen } from './pen.ts'
import { drawTable, wholeHeight } from './table.ts'
import { toWinAnsi } from './win-ansi.ts'

const MARGIN = { side: 40, top: 40, bottom: 44 }

/**
 * A paper as a PDF of letter pages on their side, with bookmarks. It takes turns with other
 * requests while it draws; `at` is the time that the file says it was made.
 */
export async function renderPdf(paper: Paper, at: Date): Promise<Buffer> {
  // Loaded with the first file, since most processes never draw one.
  const { default: PdfKit } = await import('pdfkit')
  const doc = new PdfKit({
    size: 'LETTER',
    layout: 'landscape',
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    info: { Title: toWinAnsi(paper.title), Creator: 'Assay', CreationDate: at, ModDate: at },
  })
  const bytes = collect(doc)
  const { width, height } = doc.page
  const pen: Pen = {
    doc,
    left: MARGIN.side,
    width: width - 2 * MARGIN.side,
    top: MARGIN.top,
    bottom: height - MARGIN.bottom,
    y: MARGIN.top,
    currency: paper.currency,
    wrapped: new Map(),
  }
  drawTitle(pen, paper)
  for (const section of paper.sections) await drawSection(pen, section)
  drawFooters(pen, paper.footer)
  doc.end()
  return bytes
}

async function collect(doc: Canvas): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Rule, title and note of a section. */
const SECTION_HEAD_HEIGHT = 44

const STRIPE_HEIGHT = 4

function drawTitle(pen: Pen, paper: Paper): void {
  const wide = { x: pen.left, width: pen.width }
  const { title, brand } = paper
  if (brand?.color) {
    pen.doc.rect(pen.left, pen.y, pen.width, STRIPE_HEIGHT).fill(brand.color)
    pen.y += 2 * STRIPE_HEIGHT
  }
  pen.y += write(pen, title, {
    ...wide,
    y: pen.y,
    size: 17,
    font: FONT.bold,
    color: INK.head,
    linesMax: 2,
  })
  pen.y += 2
  pen.y += write(pen, writeSubtitle(paper), { ...wide, y: pen.y, size: 8.5, color: INK.faint })
  pen.y += 10
}

async function drawSection(pen: Pen, { title, note, blocks }: PaperSection): Promise<void> {
  const wide = { x: pen.left, width: pen.width }
  const [first] = blocks
  const firstHeight = first?.kind === 'table' ? wholeHeight(pen, first, first.title === title) : 0
  ensure(pen, Math.max(110, SECTION_HEAD_HEIGHT + firstHeight))
  pen.doc.outline.addItem(toWinAnsi(title))
  pen.doc
    .moveTo(pen.left, pen.y)
    .lineTo(pen.left + pen.width, pen.y)
    .lineWidth(1)
    .stroke(INK.accent)
  pen.y += 6
  pen.y += write(pen, title, { ...wide, y: pen.y, size: 12, font: FONT.bold, color: INK.head })
  if (note !== null) pen.y += write(pen, note, { ...wide, y: pen.y, size: 7.5, color: INK.faint })
  pen.y += 7
  for (const block of blocks) await draw(pen, block, title)
}

/** What is called like its section needs no title of its own. */
async function draw(pen: Pen, block: PaperBlock, heading: string): Promise<void> {
  if (block.kind === 'table') await drawTable(pen, block, block.title === heading)
  else if (block.kind === 'facts') drawFacts(pen, block)
  else if (block.kind === 'list') drawList(pen, block)
  else drawLine(pen, block)
}

/** The number of pages is known when all are drawn. */
function drawFooters(pen: Pen, footer: string): void {
  const { doc } = pen
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    const y = doc.page.height - 28
    const style = { y, size: 7, color: INK.faint }
    doc
      .moveTo(pen.left, y - 5)
      .lineTo(pen.left + pen.width, y - 5)
      .lineWidth(0.4)
      .stroke(INK.rule)
    write(pen, footer, { ...style, x: pen.left, width: pen.width - 90, linesMax: 1 })
    const number = `Page ${page - start + 1} of ${count}`
    write(pen, number, { ...style, x: pen.left + pen.width - 80, width: 80, align: 'right' })
  }
}
