import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { openReader, statementPicture } from '../../../../test/scans.ts'
import { readFixture, storedRows, submit, upload } from '../../../../test/statements.ts'

describe('the pages of a document', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let id: string

  before(async () => {
    tenant = await house.tenant()
    const { file } = readFixture('running-balance/page-break')
    id = await upload(tenant.live, await submit(tenant.live), { file })
    await house.settle(60_000)
  })

  test('are seen as words with places, as text and as pictures with a transaction marked', async () => {
    const words = (await tenant.live.get(`/v1/documents/${id}/pages/1?format=words`)).body.data
    assert.deepEqual([words.page, words.width, words.height, words.is_scan], [1, 612, 792, false])
    assert.ok(words.words.length > 20 && words.words[0].bbox.length === 4)
    const text = (await tenant.live.get(`/v1/documents/${id}/pages/1?format=text`)).body.data.text
    assert.ok(text.includes(words.words[0].text))
    const row = (await storedRows(house, tenant, id)).find(({ page }) => page === 1)!
    const path = `/v1/documents/${id}/pages/1?dpi=72`
    const [plain, marked] = [await picture(path), await picture(`${path}&highlight=${row.id}`)]
    // A point outside of the row's box no print stands, and the mark, two points wider, does.
    const [x0, y0] = row.box! as [number, number, number, number]
    assert.deepEqual(plain.at(Math.floor(x0) - 1, Math.floor(y0) - 1), [255, 255, 255])
    assert.deepEqual(marked.at(Math.floor(x0) - 1, Math.floor(y0) - 1), [255, 225, 77])
  })

  test('that are not there, and marks that do not stand on them, are not found', async () => {
    const beyond = await tenant.live.get(`/v1/documents/${id}/pages/99`)
    assert.deepEqual([beyond.status, beyond.body.error.code], [404, 'page_not_found'])
    const elsewhere = `/v1/documents/${id}/pages/1?highlight=${id}`
    const unmarked = await tenant.live.get(elsewhere)
    assert.deepEqual([unmarked.status, unmarked.body.error.code], [404, 'transaction_not_found'])
  })

  test('can be chosen for one reading', async () => {
    const url = `/v1/documents/${id}/parse`
    const beyond = await tenant.live.post(url, { pages: '1-99' })
    assert.equal(beyond.body.error.code, 'page_not_found')
    const first = await tenant.live.post(url, { pages: '1', ocr: 'never' })
    assert.equal(first.status, 202)
    await house.settle(60_000)
    const rows = await storedRows(house, tenant, id)
    assert.ok(rows.length > 0 && rows.every(({ page }) => page === 1))
  })

  test('of an uploaded picture are read, and a transaction is marked where it stands', async () => {
    const bytes = await statementPicture(await openReader())
    const file = { filename: 'scan.png', bytes }
    const scan = await upload(tenant.live, await submit(tenant.live), { file })
    await house.settle(60_000)
    const [row, ...others] = await storedRows(house, tenant, scan)
    assert.deepEqual([row!.amount, row!.page, others.length], [7500, 1, 1])
    const [x0, y0] = row!.box! as [number, number, number, number]
    const path = `/v1/documents/${scan}/pages/1?dpi=72`
    const [plain, marked] = [await picture(path), await picture(`${path}&highlight=${row!.id}`)]
    assert.deepEqual(plain.at(Math.floor(x0) - 1, Math.floor(y0) - 1), [255, 255, 255])
    assert.deepEqual(marked.at(Math.floor(x0) - 1, Math.floor(y0) - 1), [255, 225, 77])
  })

  test('of an uploaded picture become a PDF whose print can be searched', async () => {
    const reader = await openReader()
    const file = { filename: 'scan.png', bytes: await statementPicture(reader) }
    const fields = { allow_duplicate: 'true' }
    const scan = await upload(tenant.live, await submit(tenant.live), { file, fields })
    await house.settle(60_000)
    const link = await tenant.live.get(`/v1/documents/${scan}/download?variant=searchable`)
    assert.equal(link.body.data.filename, 'scan-searchable.pdf')
    const made = await house.app.inject(link.body.data.url.replace(/^https?:\/\/[^/]+/, ''))
    assert.equal(made.statusCode, 200)
    const { document } = reader.open(made.rawPayload, null)
    const { glyphs, marks } = document!.page(0, { withMarks: true })!
    const drawn = document!.render(0, { dpi: 40, channels: 1 })!
    document!.close()
    assert.ok(
      glyphs
        .map(({ text }) => text)
        .join('')
        .includes('Depositatbranch'),
    )
    // Seen is the picture alone.
    assert.ok(marks!.objects.every(({ kind, isDrawn }) => kind === 'image' || !isDrawn))
    assert.ok(drawn.data.some((shade) => shade < 200))
  })

  test('of a HEIC photo are refused with what to do', async () => {
    const bytes = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    const url = `/v1/submissions/${await submit(tenant.live)}/documents`
    const { body } = await tenant.live.upload(url, [{ filename: 'IMG_1.HEIC', bytes }])
    assert.equal(body.error.code, 'unsupported_file_type')
    assert.match(body.error.message, /JPEG/)
  })

  async function picture(path: string) {
    const response = await tenant.live.get(path)
    assert.equal(response.headers['content-type'], 'image/png')
    const { data, info } = await sharp(response.raw).raw().toBuffer({ resolveWithObject: true })
    return {
      at: (x: number, y: number) => [
        ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
      ],
    }
  }
})
