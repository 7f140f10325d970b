import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { zipSync } from 'fflate'
import {
  makeEmail,
  makeOutlookMessage,
  makeZip,
  type PackedFile,
} from '../../../../fixtures/containers.ts'
import {
  detectContainer,
  listMembers,
  MEMBERS_MAX,
  takeMember,
  UNPACKED_BYTES_MAX,
} from './index.ts'

const FILES: PackedFile[] = [
  { filename: 'july.pdf', bytes: Buffer.from(`%PDF-1.7\n${'a page '.repeat(1000)}`) },
  {
    filename: 'über/märz.csv',
    bytes: Buffer.from('Date,Amount\n2025-03-01,1.00\n'),
    contentType: 'text/csv',
  },
]

const KINDS = [
  { kind: 'application/zip', bytes: makeZip(FILES) },
  { kind: 'message/rfc822', bytes: makeEmail(FILES) },
  { kind: 'application/vnd.ms-outlook', bytes: makeOutlookMessage(FILES) },
]

async function readFailureCode(bytes: Uint8Array): Promise<string | undefined> {
  return (await listMembers(bytes)).failure?.code
}

/** An archive whose directory says that its one member is so large. */
function claiming(sizeBytes: number): Uint8Array {
  const zip = Buffer.from(makeZip([FILES[0]!]))
  zip.writeUInt32LE(sizeBytes, zip.indexOf('PK\u0001\u0002', 0, 'latin1') + 24)
  return zip
}

describe('a container', () => {
  for (const { kind, bytes } of KINDS) {
    test(`gives back the files that were put into it: ${kind}`, async () => {
      assert.equal(detectContainer(bytes)?.contentType, kind)
      const { members, failure } = await listMembers(bytes)
      assert.equal(failure, null)
      assert.deepEqual(
        members.map(({ sizeBytes }) => sizeBytes),
        FILES.map((file) => file.bytes.length),
      )
      assert.match(members[1]!.name, /märz\.csv$/)
      for (const [index, file] of FILES.entries()) {
        const taken = await takeMember(bytes, index)
        assert.deepEqual(Buffer.from(taken!, 'base64'), Buffer.from(file.bytes))
      }
    })

    test(`that is cut off is corrupt, or lacks a member, but is no error of ours: ${kind}`, async () => {
      for (const share of [0.1, 0.5, 0.9, 0.999]) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * share))
        const { members, failure } = await listMembers(cut)
        assert.ok(failure !== null || members.length > 0)
        for (const [index] of members.entries()) await takeMember(cut, index)
      }
    })
  }

  test('leaves out what operating systems and signatures add', async () => {
    const noise = ['__MACOSX/._july.pdf', '.DS_Store', 'a/Thumbs.db', 'empty.pdf', 'folder/']
    const bytes = new TextEncoder().encode('noise')
    const packed = noise.map((name) => [name, /empty|\/$/.test(name) ? new Uint8Array() : bytes])
    const zip = zipSync({ ...Object.fromEntries(packed), 'july.pdf': FILES[0]!.bytes })
    assert.deepEqual(
      (await listMembers(zip)).members.map(({ name }) => name),
      ['july.pdf'],
    )
    const email = Buffer.from(makeEmail([FILES[0]!]))
      .toString('latin1')
      .replace(
        '--part--',
        '--part\r\nContent-Type: image/png; name="logo.png"\r\nContent-Disposition: inline\r\n\r\nPNG\r\n--part--',
      )
    assert.deepEqual(
      (await listMembers(Buffer.from(email, 'latin1'))).members.map(({ name }) => name),
      ['july.pdf'],
    )
  })

  test('that holds too many, too much or nothing, or is locked, says so', async () => {
    const many = Array.from({ length: MEMBERS_MAX + 1 }, (_, index) => ({
      filename: `${index}.csv`,
      bytes: FILES[1]!.bytes,
    }))
    assert.equal(await readFailureCode(makeZip(many)), 'too_many_files')
    assert.equal(await readFailureCode(claiming(UNPACKED_BYTES_MAX + 1)), 'file_too_large')
    assert.equal(await readFailureCode(makeZip([])), 'empty_file')
    const locked = Uint8Array.from(makeZip(FILES))
    locked[6] = 1
    assert.equal(await readFailureCode(locked), 'password_protected')
  })

  test('of JSON is a statement report with PDFs in it; one that only names them is none', async () => {
    const pdf = FILES[0]!.bytes
    const statements = [{ assetId: 'a-1', asset: Buffer.from(pdf).toString('base64') }]
    const report = (more: object): Uint8Array =>
      Buffer.from(JSON.stringify({ customerId: 7, type: 'statement', ...more }))
    const bytes = report({ institutions: [{ accounts: [{ statements }] }] })
    const { members } = await listMembers(bytes)
    assert.deepEqual(members, [{ name: 'a-1.pdf', sizeBytes: pdf.length }])
    assert.deepEqual(Buffer.from((await takeMember(bytes, 0))!, 'base64'), Buffer.from(pdf))
    const broken = bytes.subarray(0, bytes.length - 3)
    assert.equal(detectContainer(broken)?.contentType, detectContainer(bytes)!.contentType)
    assert.equal(await readFailureCode(broken), 'corrupt_file')
    assert.equal(await readFailureCode(report({ asset: 'JVBERi0 no base64!' })), 'empty_file')
    for (const other of [report({ assetId: 'a-1' }), report({ type: 'voa', statements })])
      assert.equal(detectContainer(other), null)
  })

  test('that lies about the size of a member gives nothing', async () => {
    assert.equal(await takeMember(claiming(FILES[0]!.bytes.length * 2), 0), null)
  })

  test('is not what only looks like one: Office files, prose about e-mail, a table', () => {
    const office = makeZip([{ filename: '[Content_Types].xml', bytes: FILES[1]!.bytes }])
    const prose = Buffer.from('From: here on\n\nTo: be or not to be\nDate: today\nSubject: none\n')
    for (const bytes of [office, prose, FILES[0]!.bytes, FILES[1]!.bytes])
      assert.equal(detectContainer(bytes), null)
  })
})
