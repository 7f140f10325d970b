import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { findDifferences } from './compare.ts'
import { LANGUAGES } from './languages.ts'
import { buildWalk, readScenarios, runScenarios } from './run-scenarios.ts'
import { buildWebhookScenarios } from './webhook-vectors.ts'

test('another library takes the vectors of Standard Webhooks as the clients do', (t) => {
  const [vector] = buildWebhookScenarios().filter(({ name }) =>
    name.endsWith('as Standard Webhooks'),
  )
  const { payload, headers, secrets, now } = vector!.call.webhook!
  t.mock.timers.enable({ apis: ['Date'], now: now * 1_000 })
  assert.deepEqual(new Webhook(secrets[0]!).verify(payload, headers), JSON.parse(payload))
})

test('what does not come as expected is found', () => {
  const call = { method: 'submissions.get', args: ['1'] }
  const expect = { data: { id: '1' }, requests: 2, same_key: true }
  const found = findDifferences(
    { name: 'one', call, expect },
    { name: 'one', data: { id: '2' } },
    [],
  )
  assert.deepEqual(found, ['data.id is "2", not "1"', 'requests is 0, not 2', 'keys: '])
})

for (const { name, skip, prepare } of LANGUAGES) {
  test(
    `${name} does what each shared scenario says, and calls each endpoint by one method`,
    { skip },
    async () => {
      const runner = await prepare()
      assert.deepEqual(await runScenarios(await readScenarios(), runner), {})
      assert.deepEqual(await runScenarios(buildWalk(), runner), {})
    },
  )
}
