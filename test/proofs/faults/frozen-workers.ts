import { setTimeout as sleep } from 'node:timers/promises'
import { makeServiceCopy, type ServiceProcess } from '../../../scripts/service-process.ts'
import type { Proof, Trial } from '../proof.ts'
import { TRIAL_FILES } from './service/deal.ts'
import { judge } from './service/judge.ts'
import { openScene, SCENE_SETTINGS, type Scene } from './service/scene.ts'
import { sideBySide } from '../stage.ts'
import { upload } from './service/upload.ts'

const FREEZES = { full: 40, reduced: 1 }
/** Longer than a lease of the scene, which is a second. */
const FROZEN_MS = 2_500
const THAW_MS = 500
const MOMENT_MS_MAX = 1_500
/** Most of a freeze is waiting, so houses of their own are frozen side by side. */
const HOUSES = { full: 2, reduced: 1 }

/**
 * A process stands still beyond its leases while another takes over its work, and then goes on where
 * it was. What it still writes must be refused.
 */
export const frozenWorkersProof: Proof = {
  name: 'frozen-workers',
  isLong: true,
  promise: 'A worker that wakes after its lease changes nothing any more',
  tries: 'freezes beyond a lease',
  prove: async (trial) => {
    const freezes = Array.from({ length: trial.of(FREEZES) }, (_, index) => ({
      index,
      moment: trial.random.integer(0, MOMENT_MS_MAX),
    })).values()
    await sideBySide(trial.of(HOUSES), () => freezeHouse(trial, freezes))
  },
}

async function freezeHouse(trial: Trial, freezes: Iterable<Freeze>): Promise<void> {
  const scene = await openScene()
  // Of one house with the scene's own: the same data, the same database, another port.
  const second = await makeServiceCopy({ ...SCENE_SETTINGS, DATA_DIR: scene.copy.dataDir })
  const other = await second.start()
  try {
    for (const freeze of freezes) await proveFreeze({ trial, scene, other }, freeze)
  } finally {
    const { code } = await other.kill('SIGTERM')
    trial.hold(code === 0, `the frozen process ended with ${code}:\n${other.output()}`)
    await second.remove()
    await scene.close()
  }
}

interface Freeze {
  index: number
  /** How long after its uploads, in ms. */
  moment: number
}

interface Freezing {
  trial: Trial
  scene: Scene
  /** The process that freezes; the scene's own serves all the time. */
  other: ServiceProcess
}

async function proveFreeze(
  { trial, scene, other }: Freezing,
  { index, moment }: Freeze,
): Promise<void> {
  trial.tried()
  const { body } = await scene.client.call('POST', '/v1/submissions', { body: { name: 'Trial' } })
  const submissionId: string = body.data.id
  const uploads = []
  for (const file of TRIAL_FILES) {
    const input = { file, idempotencyKey: crypto.randomUUID() }
    uploads.push(await upload(scene.client, submissionId, input))
  }
  await sleep(moment)
  process.kill(other.pid, 'SIGSTOP')
  await sleep(FROZEN_MS)
  process.kill(other.pid, 'SIGCONT')
  await sleep(THAW_MS)
  const { lost, doubled, stuck } = await judge(scene, submissionId, uploads)
  const name = `freeze ${index} after ${moment} ms`
  for (const line of lost) trial.found('lost', `${name}: ${line}`)
  for (const line of doubled) trial.found('doubled', `${name}: ${line}`)
  for (const line of stuck) trial.found('broken', `${name}: ${line} is stuck`)
}
