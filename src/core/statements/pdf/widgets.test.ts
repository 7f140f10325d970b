import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import PdfKit from 'pdfkit'
import { DOCUMENT_CLASSES } from '../classes/index.ts'
import { extractFields } from '../fields/extract.ts'
import type { Tools } from '../formats/format.ts'
import { readPages } from '../read-statement.ts'
import { createPdfReader } from './pdfium.ts'

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

/** A form whose labels are print and whose values are fields that a person filled. */
async function filledForm(): Promise<Uint8Array> {
  const doc = new PdfKit({ size: 'LETTER', margin: 0 })
  doc.font('Helvetica').fontSize(9)
  doc.initForm()
  const rows = [
    ['Business Legal Name', 'Alder & Finch LLC'],
    ['Federal Tax ID', '47-2938165'],
    ['Amount Requested', '$45,000.00'],
    ['Owner Name', 'Ines Kowal'],
  ] as const
  doc.fontSize(14).text('Funding Application', 60, 40)
  doc.fontSize(9)
  for (const [index, [label, value]] of rows.entries()) {
    doc.text(label, 60, 104 + index * 30)
    doc.formText(`field${index}`, 200, 100 + index * 30, 200, 16, { value })
  }
  const parent = doc.formField('phone', { value: '(704) 555-0132' })
  doc.text('Business Phone', 60, 224)
  doc.formText('shown', 200, 220, 200, 16, { parent })
  doc.formCheckbox('agreed', 60, 300, 12, 12, {})
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const isDone = new Promise<void>((resolve) => doc.on('end', resolve))
  doc.end()
  await isDone
  return new Uint8Array(Buffer.concat(chunks))
}

function printed(pages: Awaited<ReturnType<typeof readPages>>['pages']): string {
  return pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')
}

test('what was typed into the fields of a form is read as if it were printed, with its place', async () => {
  const { pages } = await readPages(
    await filledForm(),
    { hints: { filename: 'form.pdf' }, tools },
    'all',
  )
  const documentClass = DOCUMENT_CLASSES.find(({ name }) => name === 'iso_application')!
  const { fields } = extractFields(pages, { documentClass })
  assert.equal(fields.business_legal_name!.value, 'Alder & Finch LLC')
  assert.equal(fields.ein!.value, '47-2938165')
  assert.equal(fields.requested_amount!.value, 4_500_000)
  assert.equal(fields.owner_name!.value, 'Ines Kowal')
  assert.match(printed(pages), /555-0132/, 'the value that a field has from its parent')
  const [x0, y0, , y1] = fields.ein!.box!
  assert.ok(Math.abs(x0 - 200) < 1 && y0 >= 129 && y1 <= 147)
})

test('an empty field and a box that is not ticked print nothing', async () => {
  const { pages } = await readPages(
    await filledForm(),
    { hints: { filename: 'form.pdf' }, tools },
    'all',
  )
  const bottom = pages[0]!.lines.filter(({ box }) => box[1] > 290)
  assert.deepEqual(bottom, [])
})
