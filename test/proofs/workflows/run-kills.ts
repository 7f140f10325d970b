import { openCrashScene, recordPoints, startSecondProcess } from '../faults/crash/scene.ts'
import type { Proof, Trial } from '../proof.ts'
import { judgeDesk, openDesk, type Desk } from './desk.ts'

/**
 * Spread over all that the jobs of a run pass, some of them twice; one of them, drawn by the seed, in
 * short.
 */
const KILLS = { full: 60, reduced: 1 }
/** Of a process that does not come to its point; a busy machine takes long to lead it there. */
const ALIVE_MS = 20_000

/** `kill -9` of the worker at points of a run of twelve steps, which another worker ends. */
export const workflowKillsProof: Proof = {
  name: 'workflow-kills',
  promise:
    'A run whose worker is killed goes on: each step is done once, what leaves the house at most twice, under one key',
  tries: 'kills at a point of a run of twelve steps',
  prove: async (trial) => {
    const scene = await openCrashScene()
    try {
      const desk = await openDesk(scene)
      const points = await recordPoints(async () => {
        await judgeDesk(trial, desk, await desk.start())
      })
      const passages = listPassages(points.filter((name) => name.startsWith('job perform-')))
      for (const fault of drawKills(trial, passages))
        await trial.try(fault, () => proveKill(trial, desk, fault))
      trial.figures.push(`${passages.length} passages of a run of twelve steps`)
    } finally {
      await scene.close()
    }
  },
}

/** `<operation> > <point>:kill:<n>`, each passage once. */
function listPassages(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return names.map((name) => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return `${name}:kill:${counts.get(name)}`
  })
}

function drawKills(trial: Trial, passages: readonly string[]): string[] {
  const count = trial.of(KILLS)
  const first = trial.random.integer(0, passages.length - 1)
  return Array.from(
    { length: count },
    (_, at) => passages[(first + Math.floor((at * passages.length) / count)) % passages.length]!,
  )
}

async function proveKill(trial: Trial, desk: Desk, fault: string): Promise<void> {
  const runId = await desk.start()
  const { service } = await startSecondProcess(desk.scene, { FAULT: fault })
  const patience = setTimeout(() => void service.kill('SIGTERM'), ALIVE_MS)
  const { signal } = await service.ended
  clearTimeout(patience)
  trial.hold(signal === 'SIGKILL', `${fault} was not reached`)
  await judgeDesk(trial, desk, runId)
}
