import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { zipSync } from 'fflate'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { submit } from '../../../../test/statements.ts'

const EXTENSIONS = [
  'pdf', 'png', 'jpg', 'jpeg', 'tif', 'tiff', 'heic', 'webp', 'csv', 'xls', 'xlsx', 'docx', 'txt', 'eml', 'msg', 'zip',
  'ofx', 'qfx', 'qbo', 'bai2', 'xml', 'sta', 'mt940', 'json',
] // prettier-ignore

const TEXT = Buffer.from('Please find the statement of July enclosed.\nKind regards\n')
const XML = Buffer.from('<?xml version="1.0"?><w:document/>')

/** Every byte value, in an order that no format begins with. */
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 151 + 7) % 256))

/** Bytes that are none of the accepted formats, whatever their name is. */
const STRANGE: Record<string, Uint8Array> = {
  prose: TEXT,
  noise: NOISE,
  'an archive without its directory': Buffer.concat([Buffer.from('PK\u0003\u0004'), NOISE]),
  'half of an archive': half(zipSync({ 'a.bin': [NOISE, { level: 0 }] })),
  'a Word document': zipSync({ '[Content_Types].xml': XML, 'word/document.xml': XML }),
  // As LibreOffice and older tools order it.
  'a Word document with its types last': zipSync({
    '_rels/.rels': XML,
    'word/media/scan.bin': [NOISE, { level: 0 }],
    'word/document.xml': XML,
    '[Content_Types].xml': XML,
  }),
  'a text document': zipSync({
    mimetype: [Buffer.from('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'content.xml': XML,
  }),
  'a program': zipSync({ 'META-INF/MANIFEST.MF': TEXT, 'Main.class': NOISE }),
  'a compound file of nothing': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), NOISE]),
}

function half(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length / 2)
}

describe('an upload', () => {
  const house = useTestHouse({ RATE_LIMIT_PER_SECOND: '0' }, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  test('whose bytes are no accepted format is refused under every accepted name', async () => {
    const submissionId = await submit(tenant.live)
    const url = `/v1/submissions/${submissionId}/documents`
    const strange = Object.entries(STRANGE)
    // The name decides nothing, so each name meets one of the contents, and docx all of them.
    const pairs = [
      ...EXTENSIONS.map((extension, at) => [extension, ...strange[at % strange.length]!] as const),
      ...strange.map((each) => ['docx', ...each] as const),
    ]
    for (const [extension, what, bytes] of pairs) {
      const filename = `file.${extension}`
      const file = { filename, bytes: Buffer.from(bytes) }
      const { status, body } = await tenant.live.upload(url, [file])
      assert.deepEqual(
        [status, body.error?.code, body.error?.param],
        [415, 'unsupported_file_type', 'file'],
        `${what} as ${filename}`,
      )
    }
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}`)
    assert.equal(body.data.counts.documents, 0)
  })

  test('is what its bytes are, whatever its name says', async () => {
    const table = Buffer.from('Date,Description,Amount\n2025-07-01,RENT,-10.00\n')
    for (const [filename, bytes, type] of [
      ['table.docx', table, 'text/csv'],
      ['archive.docx', Buffer.from(zipSync({ 'a.csv': table })), 'application/zip'],
    ] as const) {
      const submissionId = await submit(tenant.live)
      const url = `/v1/submissions/${submissionId}/documents`
      const { status, body } = await tenant.live.upload(url, [{ filename, bytes }])
      assert.deepEqual([status, body.data?.content_type], [201, type], filename)
    }
  })
})
