import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type TestTenant } from '../../../test/context.ts'
import { useReceiver } from '../../../test/fakes/receiver.ts'

describe('events', () => {
  const house = useTestHouse()
  const receiver = useReceiver()
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    tenant = await house.tenant()
    await tenant.live.post('/v1/submissions', { name: 'Sent to nobody' })
    await house.settle()
    await tenant.live.post('/v1/webhooks', { url: receiver.url, events: ['*'] })
    const { body } = await tenant.live.post('/v1/submissions', { name: 'Sent' })
    submissionId = body.data.id
    await house.settle()
  })

  test('are listed newest first with the data that receivers got', async () => {
    const { body } = await tenant.live.get('/v1/events?include_total=true')
    assert.equal(body.meta.total_count, 2)
    const [delivered, untold] = body.data
    assert.deepEqual(
      [delivered.type, delivered.submission_id],
      ['submission.created', submissionId],
    )
    const [got] = receiver.received
    const sent = JSON.parse(got!.body.toString())
    assert.deepEqual([delivered.id, delivered.data], [sent.id, sent.data])
    assert.ok(untold.created_at <= delivered.created_at)
  })

  test('show what was sent of them', async () => {
    const { body } = await tenant.live.get('/v1/events')
    const [delivered, untold] = await Promise.all(
      body.data.map(async ({ id }: { id: string }) => {
        return (await tenant.live.get(`/v1/events/${id}`)).body.data.deliveries
      }),
    )
    assert.deepEqual(untold, [])
    assert.equal(delivered.length, 1)
    assert.match(delivered[0].id, /^dlv_/)
    assert.deepEqual([delivered[0].status, delivered[0].attempt_count], ['succeeded', 1])
  })

  test('are found by type, submission and time; an unknown type is refused', async () => {
    const found = async (query: string) =>
      (await tenant.live.get(`/v1/events?${query}`)).body.data.length
    assert.equal(await found(`submission_id=${submissionId}`), 1)
    assert.equal(await found('type=document.parsed'), 0)
    assert.equal(await found('created_before=2020-01-01T00:00:00Z'), 0)
    assert.equal(await found('created_after=2020-01-01T00:00:00Z&limit=1'), 1)
    const wrong = await tenant.live.get('/v1/events?type=document.parse')
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_event_type'])
  })

  async function stream(query: string, lastEventId?: string): Promise<any[]> {
    const headers: Record<string, string> =
      lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const { status, raw } = await tenant.live.get(`/v1/events/stream?${query}`, { headers })
    assert.equal(status, 200, raw.toString())
    return readMessages(raw.toString())
  }

  function readMessages(raw: string): any[] {
    return raw.split('\n\n').flatMap((block) => {
      const data = /^data: (.*)$/m.exec(block)
      return data ? [{ id: /^id: (.*)$/m.exec(block)?.[1], ...JSON.parse(data[1]!) }] : []
    })
  }

  test('are streamed from now on, as soon as they are written', async () => {
    // It has begun when its head is there.
    const following = await house.app.inject({
      url: '/v1/events/stream?wait_seconds=3',
      headers: { authorization: `Bearer ${tenant.liveKey}` },
      payloadAsStream: true,
    })
    const { body } = await tenant.live.post('/v1/submissions', { name: 'Streamed' })
    const [message, ...others] = readMessages(await text(following.stream()))
    assert.deepEqual(others, [])
    const found = [message.type, message.submission_id, message.data.id]
    assert.deepEqual(found, ['submission.created', body.data.id, body.data.id])
  })

  test('are streamed on after the last one that came, once each', async () => {
    const { data } = (await tenant.live.get('/v1/events')).body
    const [newest, before] = data.map(({ id }: { id: string }) => id)
    assert.deepEqual(
      (await stream('wait_seconds=1', before)).map(({ id }) => id).filter((id) => id === newest),
      [newest],
    )
    assert.ok(!(await stream('wait_seconds=0', before)).some(({ id }) => id === before))
    const filtered = await stream(`wait_seconds=0&submission_id=${submissionId}`, before)
    assert.ok(filtered.every((one) => one.submission_id === submissionId))
    const unknown = await tenant.live.get('/v1/events/stream', {
      headers: { 'last-event-id': 'evt_none' },
    })
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'event_not_found'])
    const wrong = await tenant.live.get('/v1/events/stream?type=document.parse')
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_event_type'])
  })

  test('are streamed without their data to who may not read webhooks', async () => {
    const scopes = ['submissions:read']
    const key = await tenant.live.post('/v1/api-keys', { name: 'Reader', scopes, mode: 'live' })
    const [newest, before] = (await tenant.live.get('/v1/events')).body.data
    const reader = createCaller(house.app, key.body.data.key)
    const headers = { 'last-event-id': before.id }
    const { raw } = await reader.get('/v1/events/stream?wait_seconds=0', { headers })
    const line = raw
      .toString()
      .split('\n')
      .find((one) => one.includes(`"id":"${newest.id}"`))
    assert.equal(JSON.parse(line!.slice('data: '.length)).data, null)
  })

  test('of an environment are not seen from another', async () => {
    const [{ id }] = (await tenant.live.get('/v1/events')).body.data
    const response = await tenant.test.get(`/v1/events/${id}`)
    assert.deepEqual([response.status, response.body.error.code], [404, 'event_not_found'])
    assert.deepEqual((await tenant.test.get('/v1/events')).body.data, [])
  })
})
