import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { outside, SYSTEM_ACTOR } from '../../../platform/context.ts'
import { MESSAGES_MAX, insertMessage } from '../../webhooks/inbox/store.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'

describe('the inbox', () => {
  const house = useTestHouse({ WEBHOOK_RETRY_SECONDS: '0,600,600,600,600' })
  let tenant: TestTenant
  let url: string

  beforeEach(async () => {
    tenant = await house.tenant()
    url = (await tenant.test.get('/v1/sandbox/inbox')).body.data.url
  })

  async function messages(query = ''): Promise<any[]> {
    return (await tenant.test.get(`/v1/sandbox/inbox/messages${query}`)).body.data
  }

  test('receives what a receiver would, signed, and only of its own environment', async () => {
    const { body } = await tenant.test.post('/v1/webhooks', { url, events: ['*'] })
    await tenant.test.post('/v1/submissions', { name: 'Received' })
    await house.settle()
    const [message] = await messages()
    new Verifier(body.data.secret).verify(message.body, message.headers)
    assert.equal(message.event_type, 'submission.created')
    assert.equal(message.headers['X-Service-Delivery'], message.delivery_id)
    const stranger = await house.tenant()
    assert.deepEqual((await stranger.test.get('/v1/sandbox/inbox/messages')).body.data, [])
    const { body: delivered } = await tenant.test.get(`/v1/webhooks/${body.data.id}/deliveries`)
    assert.equal(delivered.data[0].status, 'succeeded')
    assert.deepEqual((await messages('?event_type=document.parsed')).length, 0)
  })

  test('responds as configured, so that retries can be tested', async () => {
    const patch = { response_status: 503, response_delay_ms: 20 }
    const changed = await tenant.test.patch('/v1/sandbox/inbox', patch)
    assert.equal(changed.body.data.response_status, 503)
    const { body } = await tenant.test.post('/v1/webhooks', { url, events: ['*'] })
    await tenant.test.post('/v1/submissions', { name: 'Refused' })
    await house.settle()
    const [delivery] = (await tenant.test.get(`/v1/webhooks/${body.data.id}/deliveries`)).body.data
    assert.deepEqual([delivery.status, delivery.attempt_count], ['retrying', 2])
    assert.ok(delivery.attempts[0].duration_ms >= 20)
    assert.equal((await messages()).length, 2)
  })

  test('takes a test delivery, and is emptied', async () => {
    const { body } = await tenant.test.post('/v1/webhooks', { url, events: ['*'] })
    const tried = await tenant.test.post(`/v1/webhooks/${body.data.id}/test`, {})
    assert.equal(tried.body.data.status, 'succeeded')
    const emptied = await tenant.test.delete('/v1/sandbox/inbox/messages')
    assert.equal(emptied.body.data.deleted_count, 1)
    assert.deepEqual(await messages(), [])
  })

  test('keeps the newest messages only', async () => {
    const { tenantId, environments } = tenant
    const environment = { id: environments.test, tenantId, mode: 'test' as const }
    await outside({
      house: house.house,
      actor: SYSTEM_ACTOR,
      requestId: 'test',
      environment,
    }).transaction(async (ctx) => {
      for (let count = 0; count <= MESSAGES_MAX; count += 1) {
        const id = randomUUIDv7()
        await insertMessage(ctx, {
          id,
          webhookId: id,
          deliveryId: id,
          eventId: `evt_${count}`,
          eventType: 'document.parsed',
          headers: {},
          body: '{}',
          responseStatus: 200,
        })
      }
    })
    const kept = await messages('?limit=1000')
    assert.equal(kept.length, MESSAGES_MAX)
    // Ids of one millisecond are in no order.
    const first = Array.from({ length: 20 }, (_, count) => `evt_${count}`)
    const gone = first.filter((id) => kept.every((message) => message.event_id !== id))
    assert.equal(gone.length, 1)
  })

  test('is closed to live keys and live webhooks', async () => {
    const read = await tenant.live.get('/v1/sandbox/inbox')
    assert.deepEqual([read.status, read.body.error.code], [403, 'test_key_required'])
    const hook = await tenant.live.post('/v1/webhooks', { url, events: ['*'] })
    assert.deepEqual([hook.status, hook.body.error.code], [400, 'url_not_allowed'])
  })
})
