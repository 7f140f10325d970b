import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findDocumentClass } from '../classes/index.ts'
import type { Tools } from '../formats/format.ts'
import { createPdfReader } from '../pdf/pdfium.ts'
import { readPages } from '../read-statement.ts'
import { extractFields, type FieldReading } from './extract.ts'

const DOCUMENTS = new URL('../../../../fixtures/first-contact/round-1/documents/', import.meta.url)

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

async function read(filename: string, name: string): Promise<FieldReading> {
  const bytes = readFileSync(fileURLToPath(new URL(filename, DOCUMENTS)))
  const { pages } = await readPages(bytes, { hints: { filename }, tools }, 'fields')
  return extractFields(pages, { documentClass: findDocumentClass(name)! })
}

test('every owner of an application is a row, and the first is the owner of its fields', async () => {
  const { tables, fields } = await read('packet-0312.pdf', 'iso_application')
  const owners = tables.find(({ name }) => name === 'owners')!.rows.map(({ values }) => values)
  assert.deepEqual(
    owners.map(({ name, ownership_percent, ssn_last4 }) => [name, ownership_percent, ssn_last4]),
    [
      ['Lorna B. Whitcombe', 51, '4325'],
      ['Casper J. Whitcombe', 30, '4326'],
      ['Oluwaseun Adeyemi', 19, '4327'],
    ],
  )
  assert.equal(fields.owner_name!.value, owners[0]!.name)
  assert.equal(fields.owner_address!.value, owners[0]!.address)
})

test('a signature and a consent are true where they are read, and unknown where they are not', async () => {
  const { fields } = await read('packet-0312.pdf', 'iso_application')
  const value = (name: string) => fields[name]!.value
  assert.equal(value('signature_present'), true)
  assert.equal(value('credit_check_consent'), true)
  assert.equal(value('data_verification_consent'), true)
  assert.equal(value('contact_consent'), null)
})

test('numbers in boxes are read: the digits of a W-9 stand apart', async () => {
  const { fields } = await read('form-0217.pdf', 'form_w9')
  assert.equal(fields.ein!.value, '84-4410276')
  assert.equal(fields.name!.value, 'Copperleaf Millwork LLC')
})

test('a check gives account and routing number, whose checksum is checked', async () => {
  const { fields } = await read('doc-0871.pdf', 'voided_check')
  assert.deepEqual(
    [fields.routing_number!.value, fields.routing_number!.validation, fields.account_number!.value],
    ['211200880', 'passed', '00771204418'],
  )
})
