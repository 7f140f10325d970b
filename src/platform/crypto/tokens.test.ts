import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventId, mintWebhookSecret, randomBase62, requestId } from './tokens.ts'

describe('tokens', () => {
  test('that name events and requests sort by the time they were made', async () => {
    for (const [mint, form] of [
      [eventId, /^evt_[0-9a-f]{32}$/],
      [requestId, /^req_[0-9a-f]{32}$/],
    ] as const) {
      const ids: string[] = []
      for (let index = 0; index < 5; index += 1) {
        ids.push(mint())
        await sleep(2)
      }
      assert.deepEqual(ids, [...ids].sort())
      for (const id of ids) assert.match(id, form)
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
