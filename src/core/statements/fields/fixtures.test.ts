import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  DOCUMENT_FIXTURES,
  printDocument,
  stapleDocuments,
} from '../../../../fixtures/documents/index.ts'
import { DOCUMENT_CLASSES } from '../classes/index.ts'
import { classify } from '../classify.ts'
import type { Tools } from '../formats/format.ts'
import type { PageText } from '../page-text.ts'
import { createPdfReader } from '../pdf/pdfium.ts'
import { readPages } from '../read-statement.ts'
import { findParts } from '../split/split.ts'
import { extractFields } from './extract.ts'

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

async function readAllPages(bytes: Uint8Array): Promise<PageText[]> {
  return (await readPages(bytes, { hints: { filename: 'scan.pdf' }, tools }, 'all')).pages
}

function classifyPages(pages: PageText[]) {
  return classify({ filename: 'scan.pdf', format: 'pdf', pages, classes: DOCUMENT_CLASSES })
}

for (const fixture of DOCUMENT_FIXTURES) {
  const { name, documentClass, subtype, fields, tables = {} } = fixture

  test(`${name} is recognized and its fields are read as they are printed`, async () => {
    const pages = await readAllPages(await printDocument(fixture))
    const found = classifyPages(pages)
    assert.deepEqual([found.documentClass, found.documentSubtype], [documentClass, subtype])
    const declared = DOCUMENT_CLASSES.find((each) => each.name === documentClass)!
    const reading = extractFields(pages, { documentClass: declared, subtype })
    const names = Object.keys(fields)
    const values = Object.fromEntries(names.map((each) => [each, reading.fields[each]?.value]))
    assert.deepEqual(values, fields)
    for (const [table, rows] of Object.entries(tables)) {
      const read = reading.tables.find((each) => each.name === table)?.rows ?? []
      assert.equal(read.length, rows.length, table)
      for (const [at, row] of rows.entries()) {
        const cells = Object.fromEntries(
          Object.keys(row).map((key) => [key, read[at]!.values[key]]),
        )
        assert.deepEqual(cells, row)
      }
    }
  })
}

test('every value that is read stands on its page, inside the box that is given', async () => {
  for (const fixture of DOCUMENT_FIXTURES) {
    const pages = await readAllPages(await printDocument(fixture))
    const documentClass = DOCUMENT_CLASSES.find(({ name }) => name === fixture.documentClass)!
    const { fields } = extractFields(pages, { documentClass, subtype: fixture.subtype })
    for (const [name, { value, page, box }] of Object.entries(fields)) {
      if (value === null) continue
      const own = pages.find(({ number }) => number === page)!
      assert.ok(own && box && box[0] >= 0 && box[2] <= own.width && box[3] <= own.height, name)
      assert.ok(box[0] < box[2] && box[1] < box[3], `${fixture.name} ${name}`)
    }
  }
})

test('no full social security number is kept of a document that prints one', async () => {
  for (const fixture of DOCUMENT_FIXTURES) {
    const pages = await readAllPages(await printDocument(fixture))
    const documentClass = DOCUMENT_CLASSES.find(({ name }) => name === fixture.documentClass)!
    const reading = extractFields(pages, { documentClass, subtype: fixture.subtype })
    assert.doesNotMatch(JSON.stringify(reading), /\d{3}-\d{2}-\d{4}/, fixture.name)
  }
})

test('stapled documents are parted, with and without empty pages between them', async () => {
  const names = ['form-1120', 'profit-and-loss', 'balance-sheet', 'mca-contract', '1099-nec', 'w2']
  const fixtures = names.map((name) => DOCUMENT_FIXTURES.find((each) => each.name === name)!)
  const expected = fixtures.map(({ documentClass }) => documentClass)
  for (const hasSeparators of [false, true]) {
    const parts = findParts(
      await readAllPages(await stapleDocuments(fixtures, { hasSeparators })),
      DOCUMENT_CLASSES,
    )
    assert.deepEqual(
      parts.map(({ documentClass }) => documentClass),
      expected,
    )
  }
})
