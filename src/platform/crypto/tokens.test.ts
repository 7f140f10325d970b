import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventId, mintWebhookSecret, randomBase62, randomUUIDv7, requestId } from './tokens.ts'

describe('tokens', () => {
  test('that name rows, events and requests sort as they were made, many in a millisecond too', () => {
    for (const [mint, form] of [
      [randomUUIDv7, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
      [eventId, /^evt_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/],
      [requestId, /^req_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/],
    ] as const) {
      const ids = Array.from({ length: 20_000 }, mint)
      assert.deepEqual(ids, ids.toSorted())
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(
        ids.filter((id) => !form.test(id)),
        [],
      )
      const ms = Number.parseInt(
        ids
          .at(-1)!
          .replace(/^..._|-/g, '')
          .slice(0, 12),
        16,
      )
      assert.ok(Math.abs(ms - Date.now()) < 1000, 'they name the time they were made')
    }
  })

  test('that sign webhooks have 256 bits and never repeat', () => {
    const secrets = Array.from({ length: 1000 }, mintWebhookSecret)
    assert.equal(new Set(secrets).size, secrets.length)
    for (const secret of secrets) assert.match(secret, /^whsec_[0-9A-Za-z]{44}$/)
  })

  test('use every character equally often', () => {
    const counts = new Map<string, number>()
    for (const char of randomBase62(62_000)) counts.set(char, (counts.get(char) ?? 0) + 1)
    assert.equal(counts.size, 62)
    // 1000 each; 160 is five standard deviations.
    for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 160, `${count}`)
  })
})
