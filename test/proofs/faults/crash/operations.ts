import type { Route } from '../../../../src/platform/route.ts'
import type { Caller, TestResponse, TestTenant } from '../../../context.ts'
import { isRepeatable, makeCall, send } from '../../../contract/walk.ts'
import { TRIAL_FILES } from '../service/deal.ts'
import type { CrashScene } from './scene.ts'

/** What a caller knows of an operation after it. */
export type Done = Pick<TestResponse, 'status' | 'body'>

/** An operation with all that it needs: it can run here, or in a process that dies of it. */
export interface Ready {
  runHere(): Promise<Done>
  runThere(caller: Caller): Promise<Done>
}

export interface Operation {
  name: string
  /** Whether all of its points are tried in full; else some, drawn by the seed. */
  isWhole: boolean
  isOwn(point: string): boolean
  prepare(scene: Stage, key: string): Promise<Ready>
}

/** The scene, and the tenant of one try. */
export interface Stage extends CrashScene {
  tenant: TestTenant
}

/** One request of a route, on records of its own, under a key where it takes one. */
export function makeOperation(declared: Route): Operation {
  return {
    name: declared.endpoint,
    isWhole: false,
    isOwn: (point) => point.startsWith(`${declared.endpoint} > `),
    prepare: async ({ tenant, recover }, key) => {
      await recover()
      const call = await makeCall(tenant.live, declared)
      await recover()
      const options = isRepeatable(declared) ? { headers: { 'idempotency-key': key } } : {}
      const run = async (caller: Caller): Promise<Done> => toDone(await send(caller, call, options))
      return { runHere: () => run(tenant.live).then(forgiven(declared)), runThere: run }
    },
  }
}

/** A second delete finds nothing, as intended. */
function forgiven(declared: Route): (done: Done) => Done {
  const isGone = ({ status }: Done): boolean => !isRepeatable(declared) && status === 404
  return (done) => (isGone(done) ? { status: 200, body: null } : done)
}

const READ_MS_MAX = 60_000

/** All jobs of a deal, from a file that was uploaded to the delivery of its last event. */
export const READ: Operation = {
  name: 'a deal that is read',
  isWhole: true,
  isOwn: (point) => point.startsWith('job '),
  prepare: async ({ house, tenant, receiver, recover }) => {
    await tenant.live.post('/v1/webhooks', { url: receiver.url, events: ['*'] })
    const { body } = await tenant.live.post('/v1/submissions', { name: 'Read' })
    const path = `/v1/submissions/${body.data.id}`
    await recover()
    await tenant.live.upload(`${path}/documents`, [TRIAL_FILES[0]!])
    const read = async (): Promise<Done> => toDone(await tenant.live.get(`${path}/documents`))
    return {
      runHere: async () => {
        await recover()
        return { status: (await read()).status, body: null }
      },
      // The file waits in the queue; the next process reads it.
      runThere: async () => {
        await house.settle(READ_MS_MAX)
        return { status: 200, body: null }
      },
    }
  },
}

function toDone({ status, body }: TestResponse): Done {
  return { status, body }
}
