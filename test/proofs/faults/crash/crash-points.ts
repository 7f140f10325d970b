import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ROUTES } from '../../../../src/resources/index.ts'
import { verifyEnvironment } from '../../../../src/resources/health/invariants/verify.ts'
import { SEALED_COLUMNS } from '../../../../src/sealed.ts'
import { sweepStore } from '../../../../src/platform/storage/sweep.ts'
import { isWrite } from '../../../contract/walk.ts'
import type { TestTenant } from '../../../context.ts'
import type { Proof, Trial } from '../../proof.ts'
import { makeOperation, READ, type Done, type Operation, type Ready } from './operations.ts'
import { addedBetween, countRows } from './rows.ts'
import {
  openCrashScene,
  recordPoints,
  startSecondProcess,
  wireCaller,
  type CrashScene,
} from './scene.ts'

const ROUTES_REDUCED = 1
/** Of each route's passages, drawn by the seed; of those of a deal that is read, all in full. */
const KILLS = { full: 1, reduced: 1 }
/** Further passages of a point repeat the first ones. */
const PASSAGES_MAX = 1
const READ_KILLS_REDUCED = 1
const ALIVE_MS = 500

/** So many houses are killed in side by side, each on a database of its own: rows are counted. */
const HOUSES = 2

/** `kill -9` after every kind of statement, file, message and commit of every write. */
export const crashPointsProof: Proof = {
  name: 'crash-points',
  promise:
    'A process that dies at any point of a write leaves it done or undone, and a retry does it once',
  tries: 'kills, each exactly at one named point',
  prove: async (trial) => {
    const scenes = await Promise.all(Array.from({ length: HOUSES }, openCrashScene))
    const unreached: string[] = []
    try {
      const kills = await planKills(trial, scenes[0]!)
      const left = kills.values()
      await Promise.all(
        scenes.map(async (scene) => {
          for (const kill of left)
            await trial.try(kill.fault, () => proveKill({ trial, scene, unreached }, kill))
        }),
      )
      for (const scene of scenes) await judgeHouse(trial, scene)
      trial.figures.push(
        `${kills.length} points, passed by ${countOperations(kills)} operations; ${unreached.length} were not passed again`,
      )
    } finally {
      await Promise.all(scenes.map((scene) => scene.close()))
    }
  },
}

interface Proving {
  trial: Trial
  scene: CrashScene
  unreached: string[]
}

interface Kill {
  operation: Operation
  /** What the operation does when nothing happens to it. */
  clean: Observed
  /** `<operation> > <point>:kill:<n>` */
  fault: string
}

/** First what each operation does, then its kills, one after the other. */
async function planKills(trial: Trial, scene: CrashScene): Promise<Kill[]> {
  const writes = ROUTES.filter((one) => one.scope !== null && isWrite(one) && !one.isTestOnly)
  const operations = trial.some(writes, ROUTES_REDUCED).map(makeOperation)
  const kills: Kill[] = []
  for (const operation of [...operations, READ]) {
    const names: string[] = []
    const clean = await observe(scene, operation, async (ready) => {
      const done: { result: Done | null } = { result: null }
      names.push(...(await recordPoints(async () => (done.result = await ready.runHere()))))
      return done.result!
    })
    const wanted = listPassages(names.filter((name) => operation.isOwn(name)))
    const faults = operation.isWhole ? trial.some(wanted, READ_KILLS_REDUCED) : draw(trial, wanted)
    kills.push(...faults.map((fault) => ({ operation, clean, fault })))
  }
  return kills
}

function draw(trial: Trial, wanted: readonly string[]): string[] {
  const left = [...wanted]
  const count = Math.min(trial.of(KILLS), left.length)
  return Array.from(
    { length: count },
    () => left.splice(trial.random.integer(0, left.length - 1), 1)[0]!,
  )
}

/** `<operation> > <point>:kill:<n>` for the first passages of each. */
function listPassages(names: readonly string[]): string[] {
  return [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) =>
    Array.from({ length: Math.min(all.length, PASSAGES_MAX) }, (_, at) => `${name}:kill:${at + 1}`),
  )
}

interface Observed {
  done: Done
  added: Record<string, number>
}

/**
 * Makes what the operation needs in a tenant of its own, lets it run, and counts the rows that came
 * of it: what was done before changes nothing.
 */
async function observe(
  scene: CrashScene,
  operation: Operation,
  run: (ready: Ready, tenant: TestTenant) => Promise<Done>,
): Promise<Observed> {
  const tenant = await scene.makeTenant()
  const ready = await operation.prepare({ ...scene, tenant }, `"${randomUUID()}"`)
  const before = await countRows(scene.house)
  const done = await run(ready, tenant)
  await scene.recover()
  return { done, added: addedBetween(before, await countRows(scene.house)) }
}

async function proveKill(
  { trial, scene, unreached }: Proving,
  { operation, clean, fault }: Kill,
): Promise<void> {
  const again = await observe(scene, operation, async (ready, { liveKey }) => {
    const { url, service } = await startSecondProcess(scene, { FAULT: fault })
    const sent = ready.runThere(wireCaller(url, liveKey)).catch(() => null)
    // A process that did everything and survived did not pass the point.
    void sent.then((done) => done && setTimeout(() => void service.kill('SIGTERM'), ALIVE_MS))
    const { signal } = await service.ended
    // Jobs run side by side: in another order, a point may be passed once instead of twice.
    if (signal !== 'SIGKILL' && operation.isWhole) unreached.push(fault)
    else trial.hold(signal === 'SIGKILL', `${fault} was not reached:\n${service.output()}`)
    const response = operation.isWhole ? null : await sent
    await scene.recover()
    const repeated = await ready.runHere()
    const isSame = response === null || isDeepStrictEqual(response, repeated)
    trial.hold(isSame, `${fault}: the retry returned another response`, 'doubled')
    return repeated
  })
  const { done, added } = again
  trial.hold(done.status === clean.done.status, `${fault}: the retry returned ${done.status}`)
  const isOnce = isDeepStrictEqual(added, clean.added)
  const found = `${JSON.stringify(added)} in place of ${JSON.stringify(clean.added)}`
  trial.hold(isOnce, `${fault}: ${found}`, 'doubled')
}

/** Every invariant, after all that was done; what uploads have left is swept as it is every hour. */
async function judgeHouse(trial: Trial, { house, tenants }: CrashScene): Promise<void> {
  await sweepStore(house.house, 0)
  for (const id of tenants.flatMap(({ environments }) => Object.values(environments))) {
    const findings = await verifyEnvironment(house.house, id, SEALED_COLUMNS)
    for (const { name, faults } of findings)
      for (const fault of faults) trial.found('broken', `verify ${name}: ${fault}`)
  }
}

function countOperations(kills: readonly Kill[]): number {
  return new Set(kills.map(({ fault }) => fault.split(' > ')[0])).size
}
