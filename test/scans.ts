import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { createPdfReader, type PdfReader } from '../src/core/statements/pdf/pdfium.ts'

const LINES = [
  'Example Savings Bank',
  'Statement period 01/01/2025 - 01/31/2025',
  'Beginning balance||$100.00',
  'Ending balance||$150.00',
  'Date|Description|Amount|Balance',
  '01/05|Deposit at branch|75.00|175.00',
  '01/09|Card purchase|-25.00|150.00',
]
/** Where the columns begin or, from the third on, end. */
const COLUMNS = [60, 130, 360, 460]
/** A PDF of pages that are small, since reading their images takes time. */
export async function pdf(draw: (doc: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const doc = new PDFDocument({ size: [612, 300], margin: 0 })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const isDone = new Promise((resolve) => doc.on('end', resolve))
  draw(doc)
  doc.end()
  await isDone
  return Buffer.concat(chunks)
}

/** A whole statement of two rows that its balances prove. */
export function drawStatement(doc: PDFKit.PDFDocument): void {
  doc.font('Helvetica').fontSize(11)
  LINES.forEach((line, index) =>
    line.split('|').forEach((text, column) => {
      const x = column < 2 ? COLUMNS[column]! : COLUMNS[column]! - doc.widthOfString(text)
      doc.text(text, x, 80 + 24 * index, { lineBreak: false })
    }),
  )
}

/** The reader of PDFs, without the sandbox around it. */
export function openReader(): Promise<PdfReader> {
  const wasm = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  return createPdfReader(readFileSync(wasm))
}

/** The statement as a picture at 200 dpi. */
export async function statementPicture(reader: PdfReader): Promise<Buffer> {
  const { document } = reader.open(await pdf(drawStatement), null)
  const { width, height, data } = document!.render(0, { dpi: 200, channels: 3 })!
  document!.close()
  const raw = { width, height, channels: 3 as const }
  return sharp(data, { raw }).withMetadata({ density: 200 }).png().toBuffer()
}
