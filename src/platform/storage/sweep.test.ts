import assert from 'node:assert/strict'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import { sweepStore } from './sweep.ts'

describe('the sweep of the store', () => {
  const house = useTestHouse()

  test('removes what no row owns, once nobody can still be at it', async () => {
    const tenant = await house.tenant()
    const environmentId = tenant.environments.live
    const { file } = readFixture('date-groups/funded')
    const id = await upload(tenant.live, await submit(tenant.live), { file })
    const { store } = house.house
    const orphan = await store.put(environmentId, Buffer.from('nobody’s'))
    const folder = join(house.config.dataDir, 'files', environmentId)
    const unfinished = join(folder, orphan.storageKey.slice(0, 2), 'broken-off.part')
    writeFileSync(unfinished, 'half a')
    await sleep(20)
    assert.equal(await sweepStore(house.house), 0, 'within the day all stays')
    assert.equal(await sweepStore(house.house, 10), 1)
    assert.equal(await store.exists(environmentId, orphan.storageKey), false)
    assert.deepEqual(globSync('*/*.part', { cwd: folder }), [])
    assert.equal((await tenant.live.get(`/v1/documents/${id}/download`)).status, 200)
    await house.settle()
    assert.equal((await tenant.live.get(`/v1/documents/${id}`)).body.data.status, 'processed')
  })
})
