import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import { openReader } from '../../../../../test/scans.ts'
import { useTestHouse, type Caller, type TestTenant } from '../../../../../test/context.ts'
import { readFixture, submit, upload } from '../../../../../test/statements.ts'

const FUNDER = {
  name: 'Stonegate Advance',
  submission_channel: 'email',
  submission_email: 'deals@stonegate.example',
}

describe('a submission that is sent to a funder by mail', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function put(caller: Caller, funder: object, link: object): Promise<any> {
    const made = await caller.post('/v1/funders', funder)
    const id = made.body.data.id
    const { status, body } = await caller.post(`/v1/funders/${id}/submissions`, link)
    return { status, body, path: `/v1/funders/${id}/submissions` }
  }

  function mails(): string[] {
    const { mailOutboxDir } = house.config
    return globSync('*.eml', { cwd: mailOutboxDir! }).map((name) =>
      readFileSync(join(mailOutboxDir!, name), 'utf8'),
    )
  }

  /** Files of the mail whose text names this link. */
  async function readAttachments(linkId: string): Promise<Uint8Array[]> {
    const mail = mails().find((text) => text.includes(linkId))
    const { attachments } = await PostalMime.parse(mail!, { attachmentEncoding: 'arraybuffer' })
    return attachments.map(({ content }) => new Uint8Array(content as ArrayBuffer))
  }

  async function onlyLink(caller: Caller, path: string): Promise<any> {
    return (await caller.get(path)).body.data[0]
  }

  test('arrives by mail with the documents named, and is submitted then', async () => {
    const { live } = tenant
    await live.put('/v1/user/settings', { email_from_name: 'Acme Funding' })
    const submissionId = await submit(live)
    const documentId = await upload(live, submissionId, readFixture('running-balance/dormant'))
    const { status, body, path } = await put(live, FUNDER, {
      submission_id: submissionId,
      document_ids: [documentId],
      reports: ['scorecard'],
      requested: { amount: 25_000, product: 'mca' },
      note: 'Owner is available until noon.',
      send: true,
    })
    assert.deepEqual([status, body.data.status], [201, 'pending'])
    await house.settle()
    const link = await onlyLink(live, path)
    assert.deepEqual(
      [link.status, link.events.at(-1).detail],
      ['submitted', 'To deals@stonegate.example'],
    )
    assert.notEqual(link.sent_at, null)
    const [mail] = mails()
    assert.match(mail!, /^From: Acme Funding <.+>\r?$/m)
    assert.match(mail!, /^To: deals@stonegate\.example\r?$/m)
    assert.match(mail!, /^Requested: 25,000, mca\r?$/m)
    assert.match(mail!, /^Owner is available until noon\.\r?$/m)
    assert.match(mail!, /^Content-Type: application\/pdf; name=/m)
    assert.match(mail!, /^Documents: scorecard-[0-9-]+\.pdf, /m)
    assert.match(link.reports[0].sent_sha256, /^[0-9a-f]{64}$/)
    const timeline = (await live.get(`/v1/submissions/${submissionId}/timeline`)).body.data
    assert.ok(timeline.some(({ title }: { title: string }) => /: submitted\. To deals/.test(title)))
  })

  test('says on every page for whom the copy is, with a code that leads back to its recipient', async () => {
    const { live } = tenant
    const reader = await openReader()
    const watermark = { enabled: true, text: 'Acme, confidential' }
    await live.put('/v1/user/settings', { watermark })
    const submissionId = await submit(live)
    const documentId = await upload(live, submissionId, readFixture('running-balance/dormant'))
    const links = []
    for (const name of ['First Pier', 'Second Pier']) {
      const documents = { document_ids: [documentId], reports: ['report'] }
      const input = { submission_id: submissionId, ...documents, send: true }
      const { path } = await put(live, { ...FUNDER, name }, input)
      await house.settle()
      links.push(await onlyLink(live, path))
    }
    await live.put('/v1/user/settings', { watermark: { enabled: false } })
    const codes = links.map(({ documents: [{ watermarked, mark }] }) => {
      assert.equal(watermarked, true)
      return mark
    })
    assert.notEqual(codes[0], codes[1])
    for (const [at, link] of links.entries()) {
      const [report, file] = await readAttachments(link.id)
      for (const document of [report, file].map((one) => reader.open(one!, null).document)) {
        for (let index = 0; index < document!.pageCount; index += 1) {
          const print = document!
            .page(index)!
            .glyphs.map(({ text }) => text)
            .join('')
            .replaceAll(' ', '')
          assert.ok(print.includes(`for${link.funder_name.replace(' ', '')}`), print)
          assert.ok(print.includes(codes[at]))
          assert.ok(!print.includes(codes[1 - at]))
        }
        document!.close()
      }
      const sha256 = createHash('sha256').update(file!).digest('hex')
      assert.equal(link.documents[0].sent_sha256, sha256)
      assert.match(link.events.at(-1).detail, new RegExp(`pages marked ${codes[at]}$`))
    }
    const timeline = (await live.get(`/v1/submissions/${submissionId}/timeline`)).body.data
    assert.ok(timeline.some(({ title }: { title: string }) => title.includes(codes[1])))
  })

  test('is not sent when a page of it cannot get the watermark', async () => {
    const { live } = tenant
    await live.put('/v1/user/settings', { watermark: { enabled: true } })
    const submissionId = await submit(live)
    const broken = { filename: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 no more than this') }
    const documentId = await upload(live, submissionId, { file: broken })
    const before = mails().length
    const input = { submission_id: submissionId, document_ids: [documentId], send: true }
    const { path } = await put(live, { ...FUNDER, name: 'Third Pier' }, input)
    await house.settle()
    await live.put('/v1/user/settings', { watermark: { enabled: false } })
    const link = await onlyLink(live, path)
    assert.equal(link.status, 'submission_failed')
    assert.match(link.events.at(-1).detail, /broken\.pdf cannot get a watermark/)
    assert.equal(mails().length, before)
  })

  test('is mailed to nobody in test mode, and can be read as it would have been', async () => {
    const before = mails().length
    const submissionId = await submit(tenant.test)
    const order = { submission_id: submissionId, note: 'By noon.', reports: ['scorecard'] }
    const funder = { ...FUNDER, name: 'Kept Advance' }
    const { id } = (await tenant.test.post('/v1/funders', funder)).body.data
    const path = `/v1/funders/${id}/submissions`
    const read = (await tenant.test.post(`${path}/preview`, order)).body.data
    assert.deepEqual([read.channel, read.to], ['email', FUNDER.submission_email])
    assert.match(read.from.address, /@/)
    assert.match(read.text, /Documents: scorecard-[0-9-]+\.pdf\nReference: .*\n\nBy noon\./)
    assert.deepEqual((await tenant.test.get(path)).body.data, [])
    await tenant.test.post(path, { ...order, send: true })
    await house.settle()
    const link = await onlyLink(tenant.test, path)
    assert.deepEqual([link.status, mails().length], ['submitted', before])
    const kept = (await tenant.test.get(`/v1/emails/${link.email_id}`)).body.data
    assert.deepEqual([kept.subject, kept.is_captured, kept.status], [read.subject, true, 'sent'])
    const reference = /Reference: .*/
    assert.equal(kept.text.replace(reference, ''), read.text.replace(reference, ''))
    assert.deepEqual(
      kept.attachments.map(({ filename }: { filename: string }) => filename),
      read.files.map(({ filename }: { filename: string }) => filename),
    )
    const eml = await tenant.test.get(`/v1/emails/${link.email_id}/eml`)
    assert.match(eml.raw.toString(), /^To: deals@stonegate\.example\r?$/m)
    const { data } = (await tenant.test.get(`/v1/submissions/${submissionId}/timeline`)).body
    const entry = data.find(({ title }: { title: string }) => /Kept, not sent/.test(title))
    assert.equal(entry.actor.type, 'api_key')
  })

  test('is tried in test mode where no mail server is set up, and refused in live mode', async () => {
    const { canSend } = house.house.mailer
    Object.assign(house.house.mailer, { canSend: false })
    const [tried, refused] = [
      await put(
        tenant.test,
        { ...FUNDER, name: 'Pier' },
        { submission_id: await submit(tenant.test), send: true },
      ),
      await put(
        tenant.live,
        { ...FUNDER, name: 'Pier' },
        { submission_id: await submit(tenant.live), send: true },
      ),
    ]
    Object.assign(house.house.mailer, { canSend })
    assert.deepEqual([tried.status, refused.status], [201, 409])
    assert.match(refused.body.error.message, /no mail server/)
    await house.settle()
  })

  test('fails by saying why when its documents are more than mail takes, and is sent without them', async () => {
    const { live } = tenant
    const submissionId = await submit(live)
    const { file } = readFixture('running-balance/dormant')
    const bytes = Buffer.concat([file.bytes, Buffer.alloc(19 * 1024 * 1024, '\n')])
    const documentId = await upload(live, submissionId, { file: { ...file, bytes } })
    const input = { submission_id: submissionId, document_ids: [documentId], send: true }
    const { path } = await put(live, { ...FUNDER, name: 'Large files' }, input)
    await house.settle()
    const link = await onlyLink(live, path)
    assert.equal(link.status, 'submission_failed')
    assert.match(link.events.at(-1).detail, /20 MiB, more than the 18 MiB/)
    await live.delete(`/v1/documents/${documentId}`)
    const again = await live.patch(`${path}/${link.id}`, { send: true })
    assert.equal(again.body.data.status, 'pending')
    await house.settle()
    assert.equal((await onlyLink(live, path)).status, 'submitted')
  })

  test('is refused for a funder that has no address, or to whom people send', async () => {
    const { live } = tenant
    const input = { submission_id: await submit(live), send: true }
    for (const funder of [
      { name: 'Silent' },
      { ...FUNDER, name: 'Portal', submission_channel: 'web_portal' },
    ]) {
      const { status, body } = await put(live, funder, input)
      assert.deepEqual([status, body.error.code, body.error.param], [409, 'cannot_send', 'send'])
    }
  })
})
