import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { onServer, useTestHouse } from '../../../test/context.ts'
import { startPooler, type Pooler } from '../../../test/fakes/pooler.ts'
import { outside, SYSTEM_ACTOR } from '../context.ts'
import { enqueue, job } from './job.ts'
import { startWorker } from './worker.ts'
import { createNotifier, listenForNotices, type Listener } from './notices.ts'
import { waitFor } from '../../../test/wait-until.ts'

const release = Promise.withResolvers<void>()
let running = 0
const slowJob = job('slow', Type.Object({}), async () => {
  running += 1
  await release.promise
})

/** Notices that came, and whether they come at all. */
interface Heard {
  listener: Listener
  notices: number[]
  changes: boolean[]
  troubles: unknown[]
}

describe('notices between the processes of one database', () => {
  let address = ''
  let pooler: Pooler
  const through = async (url: string): Promise<string> => {
    address = url
    pooler = await startPooler(url)
    return url
  }
  const house = useTestHouse({}, { worker: false, through })
  const opened: Listener[] = []
  after(async () => {
    await Promise.all(opened.map((listener) => listener.close()))
    await pooler.close()
  })

  function listen(connectionString = address): Heard {
    const heard = { notices: [], changes: [], troubles: [] } as unknown as Heard
    heard.listener = listenForNotices({
      connectionString,
      onNotice: (inMs) => void heard.notices.push(inMs),
      onChange: (isListening) => void heard.changes.push(isListening),
      onTrouble: (error) => void heard.troubles.push(error),
    })
    opened.push(heard.listener)
    return heard
  }

  function createOwnNotifier(): (inMs: number) => void {
    return createNotifier(house.house.database, (error) => {
      throw error
    })
  }

  test('come at once, and those of a moment come as one, with the earliest instant', async () => {
    const { notices, changes } = listen()
    await waitFor(() => changes.length > 0)
    const notify = createOwnNotifier()
    notify(0)
    await waitFor(() => notices.length === 1)
    for (const inMs of [40_000, 20_000, 30_000]) notify(inMs)
    await waitFor(() => notices.length === 2)
    await sleep(50)
    assert.equal(notices.length, 2)
    assert.ok(notices[1]! > 10_000 && notices[1]! <= 20_000, `${notices[1]}`)
  })

  test('are sent by a worker for others only where others listen and it is full itself', async () => {
    const worker = startWorker(house.house, [slowJob])
    const enqueueSlow = async (): Promise<void> => {
      const { environments } = await tenant
      const context = {
        id: environments.test,
        tenantId: (await tenant).tenantId,
        mode: 'test',
      } as const
      const ctx = outside({
        house: house.house,
        environment: context,
        actor: SYSTEM_ACTOR,
        requestId: 'test',
      })
      await ctx.transaction((own) => enqueue(own, slowJob, {}))
    }
    const tenant = house.tenant()
    await enqueueSlow()
    worker.wake()
    await waitFor(() => running === 1)
    assert.equal(worker.wantsHelp(), false, 'it has places')
    for (let count = 1; count < house.config.workerConcurrency; count += 1) await enqueueSlow()
    worker.wake()
    await waitFor(() => running === house.config.workerConcurrency)
    const { changes } = listen()
    await waitFor(() => changes.length > 0)
    await waitFor(() => worker.wantsHelp())
    release.resolve()
    await worker.stop(5_000)
    assert.equal(worker.wantsHelp(), false, 'it is done')
  })

  test('are missed while the connection is lost, which is known, and come again after it', async () => {
    const { notices, changes } = listen()
    await waitFor(() => changes.length > 0)
    await onServer((client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'assay listener' and datname = $1`,
        [databaseIn(address)],
      ),
    )
    await waitFor(() => changes.length === 3)
    assert.deepEqual(changes, [true, false, true])
    createOwnNotifier()(0)
    await waitFor(() => notices.length > 0)
  })

  test('are not listened for through a pooler', async () => {
    const heard = listen(pooler.connectionString)
    await heard.listener.close()
    assert.deepEqual([heard.changes, heard.troubles], [[], []])
  })

  test('have one complaint about a server that is gone, and an end in any state', async () => {
    const heard = listen('postgresql://nobody@127.0.0.1:1/none')
    await waitFor(() => heard.troubles.length > 0)
    await sleep(1_100)
    await heard.listener.close()
    assert.equal(heard.troubles.length, 1)
  })
})

function databaseIn(url: string): string {
  return /^[^/]*\/\/[^/]*\/([^?]*)/.exec(url)![1]!
}
