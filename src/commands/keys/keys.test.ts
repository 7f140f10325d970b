import assert from 'node:assert/strict'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { ConfigError } from '../../config.ts'
import { createCaller, useTestHouse, type TestTenant } from '../../../test/context.ts'
import { firstKeysFile, keepFirstKeys } from '../../resources/tenants/first-keys.ts'
import { actOnKeys } from './keys.ts'

describe('the command keys', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
    keepFirstKeys(house.config, tenant)
  })

  test('lists every key with its state and its last use, and no secret', async () => {
    const other = await house.tenant()
    await other.live.get('/v1/usage')
    await house.house.usage.flush()
    const printed = await run('list', '--tenant', other.tenantId)
    assert.match(printed, /svc_live_\S+ +active +used 20\S+ from 127\.0\.0\.1/)
    assert.match(printed, /svc_test_\S+ +active +never used/)
    assert.ok(!printed.includes(other.liveKey) && !printed.includes(tenant.tenantId))
    assert.ok((await run('list')).includes(tenant.tenantId), 'without a tenant it lists all')
    assert.ok(!(await run('list', '--json')).includes('keyHash'))
  })

  test('makes, revokes and activates keys for who has none that works', async () => {
    const other = await house.tenant()
    const { body } = await other.live.get('/v1/api-keys')
    for (const { id } of body.data) await run('revoke', id, '--tenant', other.tenantId)
    house.house.forgetApiKeys()
    assert.equal((await other.live.get('/v1/usage')).body.error.code, 'revoked_api_key')
    const [id, key] = (await run('create', '--tenant', other.tenantId)).split('  ')
    const caller = createCaller(house.app, key!)
    assert.equal(
      (await caller.post(`/v1/api-keys/${id}/deactivate`, { confirm: true })).status,
      200,
    )
    assert.match(await run('activate', id!, '--tenant', other.tenantId), /active/)
    house.house.forgetApiKeys()
    assert.equal((await caller.get('/v1/usage')).status, 200)
    const narrow = JSON.parse(
      await run('create', '--mode', 'test', '--scopes', 'usage:read', '--json'),
    )
    assert.match(narrow.key, /^svc_test_/)
  })

  test('prints a first key only while it works', async () => {
    assert.ok((await run()).includes(tenant.liveKey))
    const { body } = await tenant.live.get('/v1/api-keys')
    const live = body.data.find((key: { mode: string }) => key.mode === 'live')
    await tenant.live.post(`/v1/api-keys/${live.id}/rotate`, { grace_hours: 0 })
    const printed = await run()
    assert.ok(!printed.includes(tenant.liveKey), printed)
    assert.match(printed, /live_key {3}svc_live_\S+… {2}revoked 20/)
    assert.ok(printed.includes(tenant.testKey))
  })

  test('refuses what it cannot do in one sentence', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000'
    const wrong = [
      ['burn'],
      ['constructor'],
      ['revoke'],
      ['revoke', 'all'],
      ['revoke', nobody],
      ['list', '--tenant', 'me'],
      ['list', '--tenant', nobody],
      ['create', '--mode', 'dead'],
      ['create', '--scopes', 'usage'],
      ['list', '--hidden'],
    ]
    for (const args of wrong) await assert.rejects(run(...args), ConfigError, args.join(' '))
  })

  test('the file of the first keys is its owner’s alone, also where one stood there', () => {
    const file = firstKeysFile(house.config)
    writeFileSync(file, '{}')
    chmodSync(file, 0o644)
    keepFirstKeys(house.config, tenant)
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  function run(...args: string[]): Promise<string> {
    return actOnKeys({ config: house.config, house: house.house }, args)
  }
})
