import type { Proof, Trial } from '../proof.ts'
import { openScene, type Scene } from './starts/scene.ts'
import { runStart, type EndedStart } from './starts/run.ts'
import { WRONG_STARTS, type WrongStart } from './starts/wrong-starts.ts'

const REDUCED = 5
/** From the spawn to the exit. */
const EXIT_MS_MAX = 3_000
/** What a start that found its cause prints; a stack has lines that begin so. */
const STACK_LINE = /^ {4}at /m

/** Every way to begin wrongly, as a real process. */
export const startErrorsProof: Proof = {
  name: 'start-errors',
  promise:
    'A start that cannot succeed ends within three seconds with exit code 2, one sentence that names the setting and the way out, and nothing left running',
  tries: 'wrong starts',
  prove: async (trial) => {
    const scene = await openScene()
    const times: number[] = []
    try {
      for (const wrong of trial.some(WRONG_STARTS, REDUCED)) {
        const ended = await tryStart(trial, scene, wrong)
        if (ended) times.push(ended.ms)
      }
    } finally {
      await scene.close()
    }
    const slowest = Math.max(0, ...times)
    trial.figures.push(`the slowest of ${times.length} ended after ${slowest.toFixed(0)} ms`)
  },
}

async function tryStart(trial: Trial, scene: Scene, wrong: WrongStart): Promise<EndedStart | null> {
  const own = await scene.makePlace()
  const settings = await wrong.prepare(scene, own)
  if (settings === null) {
    trial.figures.push(`not tried here: ${wrong.name}`)
    return null
  }
  trial.tried()
  const ended = await runStart(wrong.command ?? ['start'], { ...own.settings, ...settings })
  judge(trial, wrong, ended)
  const left = await own.listProcesses()
  trial.hold(left.length === 0, `${wrong.name}: still running: ${left.join('; ')}`)
  await own.remove()
  return ended
}

function judge(trial: Trial, { name, names }: WrongStart, { code, output, ms }: EndedStart): void {
  const text = output.trim()
  trial.hold(code === 2, `${name}: ended with ${code}: ${text.slice(0, 300)}`)
  trial.hold(!STACK_LINE.test(text), `${name}: printed a stack: ${text.slice(0, 300)}`)
  trial.hold(text.split('\n').length === 1, `${name}: is not one line: ${text.slice(0, 400)}`)
  for (const word of names) trial.hold(text.includes(word), `${name}: lacks "${word}": ${text}`)
  trial.hold(!text.includes('hunter2'), `${name}: printed a secret`, 'leaked')
  trial.holdTime(ms <= EXIT_MS_MAX, `${name}: ended after ${ms.toFixed(0)} ms`)
  trial.figures.push(`${name} (${(ms / 1000).toFixed(1)} s): ${text.slice(0, 300)}`)
}
