import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { useTestHouse } from '../../context.ts'
import { startFakeHeron } from '../../fakes/heron.ts'
import { smallAccount } from '../../fakes/heron/accounts.ts'
import { countAll, listen, serviceAt } from './house.ts'
import { startKiller, type Attempt, type KillPoint } from './killer.ts'

/** Of the writes that an import makes; HERON_KILL_EVERY=1 kills it at each of them. */
const EVERY = Number(process.env.HERON_KILL_EVERY ?? 6)

suite('an import that is killed', () => {
  const house = useTestHouse()

  test('goes on where it ended, with nothing twice and nothing missing', async () => {
    const account = smallAccount()
    const heron = await startFakeHeron([account])
    const folder = mkdtempSync(join(tmpdir(), 'assay-kills-'))
    const url = await listen(house)
    const killer = await startKiller(url)
    const start = (apiKey: string, state: string, point: KillPoint | null): Promise<Attempt> =>
      killer.run(
        ['--url', heron.url, '--state', join(folder, state), '--no-parity'],
        { HERON_API_KEY: account.key, SERVICE_API_KEY: apiKey },
        point,
      )
    try {
      const [whole, killed] = [await house.tenant(), await house.tenant()]
      assert.equal((await start(whole.liveKey, 'whole', null)).code, 0)
      let [kills, last]: [number, Attempt | null] = [0, null]
      // Each run is killed a few writes after it began, until one comes to its end.
      for (; kills < 200 && last?.code !== 0; kills += 1) {
        const when = kills % 3 === 2 ? 'before' : 'after'
        last = await start(killed.liveKey, 'killed', { write: EVERY, when })
        assert.ok(last.code === 0 || last.code === null, last.output)
      }
      assert.ok(kills > 3, `${kills} kills`)
      const counts = (key: string) => countAll(serviceAt(url, key))
      assert.deepEqual(await counts(killed.liveKey), await counts(whole.liveKey))
      await house.settle(60_000)
    } finally {
      await Promise.all([heron.close(), killer.close()])
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
