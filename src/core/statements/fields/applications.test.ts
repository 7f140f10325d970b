import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  APPLICATION_FIXTURES,
  type ApplicationFixture,
} from '../../../../fixtures/applications/index.ts'
import { scoreApplication } from '../../../../fixtures/applications/score.ts'
import { openReader } from '../../../../test/scans.ts'
import { createScanTools } from '../../../parser/scan-tools.ts'
import { findDocumentClass } from '../classes/index.ts'
import type { PdfReader } from '../pdf/pdfium.ts'
import type { FieldReading } from './extract.ts'
import { readFields } from './read-fields.ts'

let pdf: PdfReader
before(async () => {
  pdf = await openReader()
})

async function read(fixture: ApplicationFixture): Promise<FieldReading> {
  const tools = { pdf, scan: createScanTools(() => {}) }
  const source = { hints: { filename: `${fixture.name}.pdf` }, tools }
  const documentClass = findDocumentClass('iso_application')!
  const { reading } = await readFields(await fixture.print(pdf), source, { documentClass })
  return reading!
}

for (const fixture of APPLICATION_FIXTURES) {
  test(`every value of the ${fixture.name} application is read, each with its place`, async () => {
    const reading = await read(fixture)
    const scored = scoreApplication(fixture.truth, reading)
    assert.deepEqual(
      scored.filter(({ verdict }) => verdict !== 'right'),
      [],
    )
    const cells = reading.tables.flatMap(({ rows }) =>
      rows.flatMap(({ values, cells: row }) =>
        Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [row?.[name]])),
      ),
    )
    const own = Object.values(reading.fields).filter(({ value }) => value !== null)
    for (const place of [...own, ...cells]) assert.equal(place?.box?.length, 4)
  })
}
