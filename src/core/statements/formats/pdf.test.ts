import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { createPdfReader } from '../pdf/pdfium.ts'
import { readPages, readStatement } from '../read-statement.ts'
import type { Reading } from '../statement.ts'
import type { Tools } from './format.ts'
import { MAX_PAGES } from '../pdf/page-limits.ts'
import { isoInstant } from './pdf.ts'

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

function read(bytes: Uint8Array, password?: string): Promise<Reading> {
  return readStatement(
    bytes,
    password ? { filename: 'a.pdf', password } : { filename: 'a.pdf' },
    tools,
  )
}

async function pdf(
  draw: (doc: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'LETTER', margin: 0, ...options })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const isDone = new Promise<void>((resolve) => void doc.on('end', resolve))
  draw(doc)
  doc.end()
  await isDone
  return Buffer.concat(chunks)
}

const LINES = [
  'Example Savings Bank',
  'Statement period 01/01/2025 - 01/31/2025',
  'Beginning balance    $100.00',
  'Ending balance    $150.00',
  'Date    Description    Amount    Balance',
  '01/05    Deposit at branch    75.00    175.00',
  '01/09    Card purchase    -25.00    150.00',
]

function drawStatement(doc: PDFKit.PDFDocument): void {
  doc.font('Courier').fontSize(10)
  LINES.forEach((line, index) => doc.text(line, 60, 80 + 20 * index, { lineBreak: false }))
}

function rows(reading: Reading): (string | number)[][] {
  return reading.statements.flatMap((statement) =>
    statement.rows.map(({ date, amount }) => [date, amount]),
  )
}

const ROWS = [
  ['2025-01-05', 7500],
  ['2025-01-09', -2500],
]

test('a row carries its page, its box from the top left and the line it was read from', async () => {
  const row = (await read(await pdf(drawStatement))).statements[0]?.rows[0]
  assert.ok(row?.box)
  const [x0, y0, x1, y1] = row.box
  assert.equal(row.page, 1)
  assert.ok(Math.abs(x0 - 60) < 1 && y0 > 175 && y0 < 185 && y1 > y0 && x1 > 300, String(row.box))
  assert.match(row.lineText, /01\/05 +Deposit at branch +75\.00 +175\.00/)
})

test('a page that is shown turned by a quarter is read upright', async () => {
  const bytes = await pdf((doc) => {
    Object.assign(doc.page.dictionary.data, { Rotate: 90 })
    doc.translate(0, 792).rotate(-90)
    drawStatement(doc)
  })
  assert.deepEqual(rows(await read(bytes)), ROWS)
})

test('print that is set sideways as a whole is read upright', async () => {
  for (const turn of [90, 180, 270] as const) {
    const bytes = await pdf((doc) => {
      const origin = { 90: [612, 0], 180: [612, 792], 270: [0, 792] }[turn] as [number, number]
      doc.translate(...origin).rotate(turn)
      drawStatement(doc)
    })
    assert.deepEqual(rows(await read(bytes)), ROWS, `turned by ${turn}`)
  }
})

test('a watermark across the page changes nothing', async () => {
  const bytes = await pdf((doc) => {
    drawStatement(doc)
    doc
      .rotate(-30, { origin: [60, 300] })
      .fontSize(60)
      .text('SPECIMEN 99.99', 60, 260, { lineBreak: false })
  })
  assert.deepEqual(rows(await read(bytes)), ROWS)
})

test('a locked document opens with its password only', async () => {
  const bytes = await pdf(drawStatement, { userPassword: 'harbor', ownerPassword: 'owner' })
  assert.equal((await read(bytes)).failure?.code, 'password_protected')
  assert.equal((await read(bytes, 'wrong')).failure?.code, 'password_protected')
  const opened = await read(bytes, 'harbor')
  assert.deepEqual(rows(opened), ROWS)
  assert.equal(opened.facts.isEncrypted, true)
})

test('garbage, a cut file and a file of pages without text fail with their own codes', async () => {
  const whole = await pdf(drawStatement)
  assert.equal(
    (await read(Buffer.from('%PDF-1.7\n\u0001\u0002 noise %%EOF'))).failure?.code,
    'corrupt_file',
  )
  assert.equal((await read(whole.subarray(0, whole.length / 2))).failure?.code, 'corrupt_file')
  assert.equal(
    (await read(await pdf((doc) => void doc.rect(9, 9, 9, 9).fill()))).failure?.code,
    'no_text',
  )
  assert.equal(
    (await read(Buffer.from('Dear Sir,\nplease find enclosed'))).failure?.code,
    'unsupported_file_type',
  )
})

test('a document of too many pages is refused', async () => {
  const bytes = await pdf((doc) => {
    for (let count = 1; count <= MAX_PAGES; count += 1) doc.addPage()
  })
  assert.equal((await read(bytes)).failure?.code, 'page_limit_exceeded')
})

test('the dates of the file are given in ISO format', async () => {
  const info = {
    Producer: 'Press 1',
    Creator: 'Core',
    CreationDate: new Date('2025-02-01T08:00:00Z'),
  }
  const { facts } = await read(await pdf(drawStatement, { info }))
  assert.deepEqual([facts.producer, facts.creator, facts.pageCount], ['Press 1', 'Core', 1])
  assert.deepEqual(
    [facts.createdAtInPdf, facts.revisionsCount, facts.hasTextLayer],
    ['2025-02-01T08:00:00Z', 1, true],
  )
})

test('a PDF date that breaks the syntax or does not exist is unknown', () => {
  assert.equal(isoInstant("D:20250620000503-05'00'"), '2025-06-20T00:05:03-05:00')
  assert.equal(isoInstant('D:20260720130137'), '2026-07-20T13:01:37Z')
  for (const text of ['D:20251320', 'yesterday', null]) assert.equal(isoInstant(text), null)
})

test('the lines of the first pages come with their places, for classification', async () => {
  const bytes = await pdf((doc) => {
    for (const text of ['one', 'two', 'three', 'four']) doc.text(`Page ${text}`, 72, 72).addPage()
  })
  const { pages } = await readPages(bytes, { hints: { filename: 'a.pdf' }, tools }, 'head')
  assert.deepEqual(
    pages.map(({ number, lines }) => [number, lines[0]?.text]),
    [
      [1, 'Page one'],
      [2, 'Page two'],
      [3, 'Page three'],
    ],
  )
  const [x0, y0] = pages[0]!.lines[0]!.box
  assert.ok(Math.abs(x0 - 72) < 1 && Math.abs(y0 - 72) < 4)
})
