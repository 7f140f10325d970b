import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { DOCUMENT_FIXTURES, printDocument } from '../../../fixtures/documents/index.ts'
import { getMethod } from '../../platform/route.ts'
import { buildUrl, unknownRecords } from '../../../test/contract/walk.ts'
import { createCaller, useTestHouse, type Caller, type TestTenant } from '../../../test/context.ts'
import { ROUTES } from '../index.ts'

describe('an upload link', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  interface Link {
    path: string
    id: string
    holder: Caller
    made: any
  }

  async function link(body: object = {}): Promise<Link> {
    const deal = await tenant.live.post('/v1/submissions', { company_info: { name: 'Deal' } })
    const path = `/v1/submissions/${deal.body.data.id}`
    const made = (await tenant.live.post(`${path}/upload-links`, body)).body.data
    const [, id, token] = /\/upload#([^.]+)\.(\w+)$/.exec(made.url)!
    return { path, id: id!, made, holder: createCaller(house.app, token!) }
  }

  async function voidedCheck() {
    const fixture = DOCUMENT_FIXTURES.find((each) => each.documentClass === 'voided_check')!
    return { filename: 'check.pdf', bytes: await printDocument(fixture) }
  }

  test('shows whoever has it what is wanted, and ticks it off as its files are read', async () => {
    const { path, id, holder } = await link({ codes: ['voided_check'] })
    const { body } = await holder.get(`/v1/upload-links/${id}`)
    assert.deepEqual(Object.keys(body.data).toSorted(), [
      'expires_at',
      'files',
      'id',
      'items',
      'lender_name',
    ])
    const wanted = ({ code, status }: any) => `${code} ${status}`
    assert.deepEqual(body.data.items.map(wanted), ['voided_check missing'])
    const sent = await holder.upload(`/v1/upload-links/${id}/files`, [await voidedCheck()])
    assert.deepEqual([sent.status, sent.body.data.files[0].filename], [201, 'check.pdf'])
    await house.settle(60_000)
    const after = (await holder.get(`/v1/upload-links/${id}`)).body.data
    assert.deepEqual(after.items.map(wanted), ['voided_check received'])
    const [listed] = (await tenant.live.get(`${path}/upload-links`)).body.data
    assert.deepEqual([listed.file_count, listed.missing_count, listed.url], [1, 0, null])
    assert.notEqual(listed.last_used_at, null)
  })

  test('is in the timeline: that it was made, each file that came by it, and its end', async () => {
    const { path, id, holder } = await link()
    await holder.upload(`/v1/upload-links/${id}/files`, [await voidedCheck()])
    await tenant.live.delete(`/v1/upload-links/${id}`)
    const { body } = await tenant.live.get(`${path}/timeline`)
    const happened = body.data.map(({ type, actor }: any) => `${type} by ${actor.type}`)
    for (const one of [
      'upload_link.created by api_key',
      'document.uploaded by upload_link',
      'upload_link.deleted by api_key',
    ])
      assert.ok(happened.includes(one), `${one} is not among ${happened.join(', ')}`)
  })

  test('opens nothing else: every other address of the service is refused', async () => {
    const { id, holder } = await link()
    const other = await link()
    const open: string[] = []
    for (const declared of ROUTES.filter(({ scope }) => scope !== null)) {
      const url = buildUrl(declared, unknownRecords(declared))
      const call = {
        POST: 'post',
        PUT: 'put',
        PATCH: 'patch',
        DELETE: 'delete',
        GET: 'get',
      } as const
      const { status } = await holder[call[getMethod(declared) as keyof typeof call]](url)
      if (status !== 403) open.push(`${declared.endpoint} ${status}`)
    }
    assert.deepEqual(open, ['GET /v1/upload-links/:id 404', 'POST /v1/upload-links/:id/files 404'])
    const foreign = await holder.get(`/v1/upload-links/${other.id}`)
    assert.deepEqual(foreign.body.error.code, 'upload_link_not_found')
    assert.equal((await holder.get(`/v1/upload-links/${id}`)).status, 200)
  })

  test('is no good once it is taken back or has ended', async () => {
    const { id, holder } = await link()
    assert.equal((await holder.get(`/v1/upload-links/${id}`)).status, 200)
    await tenant.live.delete(`/v1/upload-links/${id}`)
    const { body } = await holder.get(`/v1/upload-links/${id}`)
    assert.equal(body.error.code, 'invalid_access_token')
    const old = await link({ expires_in_days: 1 })
    await house.house.database.pool.query(
      `update upload_links set expires_at = now() - interval '1 minute' where id = $1`,
      [old.id],
    )
    const ended = await old.holder.upload(`/v1/upload-links/${old.id}/files`, [await voidedCheck()])
    assert.equal(ended.body.error.code, 'expired_access_token')
  })

  test('ends after 14 days unless it is made for another time', async () => {
    const days = async (body: object): Promise<number> => {
      const { made } = await link(body)
      return Math.round((Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000)
    }
    assert.deepEqual([await days({}), await days({ expires_in_days: 3 })], [14, 3])
  })

  test('names no document of the deal when a file was there before', async () => {
    const { path, id, holder } = await link()
    await tenant.live.upload(`${path}/documents`, [await voidedCheck()])
    const { body } = await holder.upload(`/v1/upload-links/${id}/files`, [await voidedCheck()])
    assert.equal(body.error.code, 'duplicate_document')
    assert.equal('existing_id' in body.error, false)
  })
})
