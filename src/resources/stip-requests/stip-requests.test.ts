import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { DOCUMENT_FIXTURES, printDocument } from '../../../fixtures/documents/index.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

describe('a request for what is missing', () => {
  const house = useTestHouse({ INBOUND_MAIL_DOMAIN: 'in.lender.example' })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function deal(
    company_info: object = { name: 'Deal', email: 'ann@x.example' },
  ): Promise<string> {
    const { body } = await tenant.live.post('/v1/submissions', { company_info })
    return `/v1/submissions/${body.data.id}`
  }

  /** An invented document of a class, by mail or by hand the same. */
  async function upload(path: string, documentClass: string): Promise<void> {
    const fixture = DOCUMENT_FIXTURES.find((each) => each.documentClass === documentClass)!
    const file = { filename: `${documentClass}.pdf`, bytes: await printDocument(fixture) }
    await tenant.live.upload(`${path}/documents`, [file])
    await house.settle(60_000)
  }

  test('is one mail with the list, and ticks itself off as documents arrive', async () => {
    const path = await deal()
    const { status, body } = await tenant.live.post(`${path}/stip-requests`, {
      codes: ['voided_check', 'premises'],
    })
    assert.deepEqual([status, body.data.status, body.data.missing_count], [202, 'open', 2])
    const mail = (await tenant.live.get(`/v1/emails/${body.data.email_id}`)).body.data
    assert.deepEqual(mail.to, [{ name: null, address: 'ann@x.example' }])
    assert.equal(mail.text.match(/^- /gm).length, 2)
    assert.match(mail.text, /Voided check/)
    assert.match(mail.reply_to, /^deal\+/)
    await upload(path, 'voided_check')
    const [half] = (await tenant.live.get(`${path}/stip-requests`)).body.data
    assert.deepEqual(
      half.items.map(({ code, status: now }: any) => [code, now]),
      [
        ['voided_check', 'received'],
        ['premises', 'missing'],
      ],
    )
    await upload(path, 'lease_agreement')
    const [whole] = (await tenant.live.get(`${path}/stip-requests`)).body.data
    assert.deepEqual([whole.status, whole.missing_count], ['satisfied', 0])
  })

  test('is read before it is sent, signed by the organization, and sent as it was altered', async () => {
    const path = await deal()
    const wanted = { codes: ['voided_check'], preview: true }
    const { status, body } = await tenant.live.post(`${path}/stip-requests`, wanted)
    assert.deepEqual([status, body.data.id, body.data.items.length], [200, null, 1])
    const { to, text } = body.data.mail
    assert.deepEqual(to, ['ann@x.example'])
    assert.match(text, /^Hello,[^]*- Voided check[^]*Best regards,\n\w/)
    assert.deepEqual((await tenant.live.get(`${path}/emails`)).body.data, [])
    const altered = { codes: ['voided_check'], text: `Dear Ann,\n${text}` }
    const sent = (await tenant.live.post(`${path}/stip-requests`, altered)).body.data
    const mail = (await tenant.live.get(`/v1/emails/${sent.email_id}`)).body.data
    assert.equal(mail.text, altered.text)
  })

  test('without codes is for all that is missing', async () => {
    const path = await deal()
    const { missing_count } = (await tenant.live.get(`${path}/stips`)).body.data
    const { body } = await tenant.live.post(`${path}/stip-requests`, { to: ['a@x.example'] })
    assert.equal(body.data.missing_count, missing_count)
  })

  test('is refused with what is wrong, and nothing is sent', async () => {
    const [path, bare] = [await deal(), await deal({ name: 'Bare' })]
    const cases = [
      [path, { codes: ['voided_chek'] }, 'invalid_format', 'codes[0]'],
      [bare, {}, 'missing_field', 'to[0]'],
      [path, { to: ['broker'] }, 'missing_field', 'to[0]'],
    ] as const
    for (const [where, body, code, param] of cases) {
      const { error } = (await tenant.live.post(`${where}/stip-requests`, body)).body
      assert.deepEqual([error?.code, error?.param], [code, param], JSON.stringify(body))
    }
    assert.deepEqual((await tenant.live.get(`${path}/emails`)).body.data, [])
  })
})
