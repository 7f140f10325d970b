import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse, type Caller } from '../../../../test/context.ts'

describe('a tenant with a quota of storage', () => {
  const house = useTestHouse({ STORAGE_QUOTA_MB: '1' }, { worker: false })

  async function createSubmission(caller: Caller): Promise<string> {
    const { body } = await caller.post('/v1/submissions', { name: 'Full' })
    return `/v1/submissions/${body.data.id}`
  }

  /** A table of so many bytes. */
  function table(bytes: number, text = 'row'): { filename: string; bytes: Buffer } {
    const line = `2026-01-02,1.00,${text}\n`
    const head = 'date,amount,description\n'
    return {
      filename: `${text}.csv`,
      bytes: Buffer.from((head + line.repeat(bytes / line.length)).slice(0, bytes)),
    }
  }

  test('an error states how much the tenant stores when a file exceeds the quota of both modes', async () => {
    const { live, test: tester } = await house.tenant()
    const [path, other] = [await createSubmission(live), await createSubmission(tester)]
    assert.equal((await live.upload(`${path}/documents`, [table(700_000)])).status, 201)
    for (const [caller, where] of [
      [live, path],
      [tester, other],
    ] as const) {
      const { status, body } = await caller.upload(`${where}/documents`, [table(400_000, 'second')])
      assert.deepEqual([status, body.error.code], [413, 'storage_quota_exceeded'])
      assert.match(body.error.message, /0\.7 of 1 MiB/)
    }
    assert.equal((await tester.upload(`${other}/documents`, [table(300_000)])).status, 201)
  })

  test('has its room back when a deal is deleted, and leaves others theirs', async () => {
    const [one, neighbour] = [await house.tenant(), await house.tenant()]
    const path = await createSubmission(one.live)
    await one.live.upload(`${path}/documents`, [table(900_000)])
    const next = await createSubmission(neighbour.live)
    assert.equal((await neighbour.live.upload(`${next}/documents`, [table(900_000)])).status, 201)
    await one.live.delete(path)
    const again = await createSubmission(one.live)
    assert.equal((await one.live.upload(`${again}/documents`, [table(900_000)])).status, 201)
  })

  test('finds the same room for two files at the same time once', async () => {
    const { live } = await house.tenant()
    const paths = [await createSubmission(live), await createSubmission(live)]
    const responses = await Promise.all(
      paths.map((path, index) => live.upload(`${path}/documents`, [table(600_000, `${index}`)])),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201, 413]))
  })
})
