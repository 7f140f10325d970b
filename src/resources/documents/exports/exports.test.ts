import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import type { PdfReader } from '../../../core/statements/pdf/pdfium.ts'
import { openReader } from '../../../../test/scans.ts'
import { readFixture, storedRows, submit, upload } from '../../../../test/statements.ts'

const FUNDED = readFixture('sections-daily-balance/funded')

describe('exports of documents', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string
  let id: string
  let reader: PdfReader

  before(async () => {
    reader = await openReader()
    tenant = await house.tenant()
    submissionId = await submit(tenant.live)
    id = await upload(tenant.live, submissionId, { file: FUNDED.file })
    await house.settle()
  })

  /** Calls a link as somebody without a key. */
  async function open(url: string) {
    return house.app.inject(url.replace(/^https?:\/\/[^/]+/, ''))
  }

  test('a signed link gives the very bytes to whoever has it', async () => {
    const { body } = await tenant.live.get(`/v1/documents/${id}/download?expires_in=60`)
    const { url, filename, size_bytes, expires_at } = body.data
    assert.ok(Math.abs(Date.parse(expires_at) - Date.now() - 60_000) < 5_000)
    const file = await open(url)
    assert.equal(file.statusCode, 200)
    assert.deepEqual(file.rawPayload, Buffer.from(FUNDED.file.bytes))
    assert.equal(size_bytes, FUNDED.file.bytes.length)
    assert.ok(
      String(file.headers['content-disposition']).startsWith(`attachment; filename="${filename}"`),
    )
    assert.match(String(file.headers['content-security-policy']), /sandbox/)
  })

  test('a link that was changed or has expired opens nothing', async () => {
    const { url } = (await tenant.live.get(`/v1/documents/${id}/download`)).body.data
    const other = new URL(url)
    other.searchParams.set('expires', '99999999999')
    const elsewhere = new URL(url)
    elsewhere.searchParams.set('environment', tenant.environments.test)
    const shown = new URL(url)
    shown.searchParams.set('disposition', 'inline')
    for (const forged of [other, elsewhere, shown]) {
      const response = await open(String(forged))
      assert.deepEqual(
        [response.statusCode, response.json().error.code],
        [403, 'invalid_signature'],
      )
    }
    const link = {
      path: `/v1/documents/${id}/content`,
      environmentId: tenant.environments.live,
      resourceId: id,
      expiresAt: Math.floor(Date.now() / 1000) - 1,
      disposition: 'attachment' as const,
      variant: 'original',
    }
    const expired = await open(house.house.urlSigner.sign(link))
    assert.equal(expired.json().error.code, 'invalid_signature')
  })

  test('the annotated form is the pages with what was read, and how it reconciles behind them', async () => {
    const { body } = await tenant.live.get(`/v1/documents/${id}/download?variant=annotated`)
    const { url, filename, content_type, size_bytes, sha256 } = body.data
    assert.match(filename, /-annotated\.pdf$/)
    assert.deepEqual([content_type, size_bytes, sha256], ['application/pdf', null, null])
    const file = await open(url)
    assert.equal(file.statusCode, 200)
    const pages = listPageTexts(file.rawPayload)
    const originals = listPageTexts(FUNDED.file.bytes)
    assert.equal(pages.length, originals.length + 1)
    const [row] = await storedRows(house, tenant, id)
    assert.ok(pages[0]!.startsWith(originals[0]!))
    assert.ok(pages[0]!.slice(originals[0]!.length).includes((row!.amount / 100).toFixed(2)))
    assert.match(pages.at(-1)!, /reconciled by totals, difference 0\.00/)
    const original = new URL(url)
    original.searchParams.set('variant', 'original')
    assert.equal((await open(String(original))).json().error.code, 'invalid_signature')
  })

  test('a form that a document cannot have is refused before a link is made', async () => {
    const text = await tenant.live.get(`/v1/documents/${id}/download?variant=searchable`)
    assert.deepEqual(
      [text.status, text.body.error.code, text.body.error.param],
      [409, 'variant_unavailable', 'variant'],
    )
    const bytes = Buffer.from('Date,Description,Amount\n2025-03-03,Coffee,-1.00\n')
    const table = await upload(tenant.live, submissionId, { file: { filename: 'b.csv', bytes } })
    const response = await tenant.live.get(`/v1/documents/${table}/download?variant=annotated`)
    assert.deepEqual([response.status, response.body.error.code], [409, 'variant_unavailable'])
    await house.settle()
  })

  /** The print of each page, without blanks. */
  function listPageTexts(bytes: Uint8Array): string[] {
    const { document } = reader.open(bytes, null)
    const pages = Array.from({ length: document!.pageCount }, (_, index) => document!.page(index)!)
    document!.close()
    return pages.map(({ glyphs }) => glyphs.map(({ text }) => text).join(''))
  }

  test('a redirect leads to the file', async () => {
    const response = await tenant.live.get(`/v1/documents/${id}/download?redirect=true`)
    assert.equal(response.status, 302)
    assert.equal((await open(String(response.headers.location))).statusCode, 200)
  })

  test('the file comes inside JSON', async () => {
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}/documents/${id}/base64`)
    assert.deepEqual(
      Buffer.from(body.data.content_base64, 'base64'),
      Buffer.from(FUNDED.file.bytes),
    )
  })

  test('a file the store has lost is the store’s fault, not the caller’s', async () => {
    const lost = await upload(tenant.live, submissionId, {
      file: readFixture('card/new-year').file,
    })
    await house.settle()
    const { rows } = await house.house.database.pool.query<{ storage_key: string }>(
      'select storage_key from documents where id = $1',
      [lost],
    )
    await house.house.store.remove(tenant.environments.live, rows[0]!.storage_key)
    const response = await tenant.live.get(
      `/v1/submissions/${submissionId}/documents/${lost}/base64`,
    )
    assert.deepEqual([response.status, response.body.error.code], [503, 'storage_unavailable'])
  })

  test('the spreadsheet holds every row, and totals that calculate', async () => {
    const url = `/v1/submissions/${submissionId}/documents/${id}/xlsx`
    const response = await tenant.live.get(url)
    assert.equal(response.status, 200)
    assert.match(String(response.headers['content-disposition']), /\.xlsx"/)
    const book = await readXlsx(response.raw, { readStyles: true })
    assert.deepEqual(
      book.sheets.map(({ name }) => name),
      ['Statements', 'Transactions', 'Daily balances', 'Fields', 'Signals'],
    )
    const [statements, transactions, days] = book.sheets
    const rows = await storedRows(house, tenant, id)
    const lines = transactions!.rows.slice(1, rows.length + 1)
    assert.deepEqual(
      lines.map((line) => [line[2], line[3]]),
      rows.map(({ description, amount }) => [description, amount / 100]),
    )
    assert.ok(lines[0]![1] instanceof Date || typeof lines[0]![1] === 'number')
    const formulas = [...transactions!.cells!.values()].flatMap(({ formula }) => formula ?? [])
    assert.deepEqual(
      formulas.map((formula) => formula.replace(/\(.*/, '')),
      ['SUMIF', 'SUMIF', 'SUM'],
    )
    const net = rows.reduce((sum, { amount }) => sum + amount, 0) / 100
    assert.equal(transactions!.rows.at(-1)![3], net)
    const [statement] = FUNDED.truth.statements
    const summary = statements!.rows[1]!
    assert.deepEqual([summary[10], summary[12]], [statement!.closingBalanceCents / 100, 0])
    assert.equal(days!.rows.length - 1, statement!.dailyBalances.length)
    const some = await readXlsx((await tenant.live.get(`${url}?sheets=fields`)).raw)
    assert.deepEqual(
      some.sheets.map(({ name }) => name),
      ['Fields'],
    )
  })

  test('a description that looks like a formula stays a text', async () => {
    const bytes = Buffer.from(
      'Date,Description,Amount\n2025-03-03,"=HYPERLINK(""http://x"")",-1.00\n2025-03-04,@SUM(A1),2.00\n',
    )
    const hostile = await upload(tenant.live, submissionId, { file: { filename: 'a.csv', bytes } })
    await house.settle()
    const url = `/v1/submissions/${submissionId}/documents/${hostile}/xlsx?sheets=transactions`
    const book = await readXlsx((await tenant.live.get(url)).raw)
    const [sheet] = book.sheets
    assert.equal(sheet!.rows[1]![2], '=HYPERLINK("http://x")')
    const cells = [...(sheet!.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)
    assert.ok(cells.every(({ formula }) => /^SUM(IF)?\(/.test(formula!)))
  })

  test('parsed results include the reconciliation; before reading they are not ready', async () => {
    const { body } = await tenant.live.get(`/v1/documents/${id}/parsed-results`)
    assert.deepEqual([body.data.document_id, body.data.status], [id, 'parsed'])
    assert.equal(body.data.totals.is_reconciled, true)
    const other = await submit(tenant.live)
    const fields = { document_class: 'email_message' }
    const unread = await upload(tenant.live, other, { file: FUNDED.file, fields })
    await house.settle()
    for (const url of [
      `/v1/documents/${unread}/parsed-results`,
      `/v1/submissions/${other}/documents/${unread}/xlsx`,
    ]) {
      assert.deepEqual([(await tenant.live.get(url)).body.error.code], ['not_ready'])
    }
  })
})
