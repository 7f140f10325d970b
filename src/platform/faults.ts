import { statementName } from './db/statement-name.ts'
import { operationName } from './trace/operation.ts'

/**
 * Places where a crash is worth provoking, beside every statement: those that a file, a message to
 * the outside or a commit lie between, and some in the middle of a job. `assay fault-points` prints
 * them with the operations that pass them.
 */
export const FAULT_POINTS = [
  'upload.stored',
  'classify.read',
  'segment.read',
  'parse.read',
  'parse.written',
  'enrich.computed',
  'analyze.computed',
  'dispatch.before_commit',
  'deliver.sent',
  'job.claimed',
  'idempotency.claimed',
  'request.before_commit',
  'request.committed',
  'transaction.begun',
  'transaction.committed',
  'store.written',
  'store.named',
  'store.removed',
  'egress.responded',
  'mail.sent',
  'upkeep.begun',
] as const

export type FaultPoint = (typeof FAULT_POINTS)[number]

export interface Fault {
  /**
   * One of the points, wherever it is passed, or that of one operation: `POST /v1/submissions >
   * store.named`. After a statement it is called by what it does: `job parse-document > insert
   * transactions`. `*` is any.
   */
  point: string
  /** `escape` throws where nobody catches, `note` prints the points that are passed. */
  effect: 'kill' | 'throw' | 'escape' | 'delay' | 'note'
  /** The effect happens at the n-th passage; a note at each. */
  at: number
}

// POST /v1/submissions/:id/documents > insert documents:kill:2
const FORM = /^(.+):(kill|throw|escape|delay|note)(?::(\d{1,6}))?$/

/** Parses `FAULT=<point>:<effect>[:n]`; null when the text is not of that form. */
export function parseFault(text: string): Fault | null {
  const [, point, effect, at = '1'] = FORM.exec(text) ?? []
  if (point === undefined || Number(at) < 1) return null
  const isKnown = point === '*' || FAULT_POINTS.includes(point as FaultPoint)
  if (!isKnown && !point.includes(' > ')) return null
  return { point, effect: effect as Fault['effect'], at: Number(at) }
}

let armed: Fault | null = null
let passages = 0
let note = print

/** Arms one fault for this process. Config honours it in the test environment only. */
export function armFault(fault: Fault | null, onNote = print): void {
  armed = fault
  passages = 0
  note = onNote
}

function print(name: string): void {
  process.stdout.write(`passed ${name}\n`)
}

/** Marks a place; does nothing unless a fault is armed there. `delay` waits two seconds. */
export async function faultPoint(point: FaultPoint): Promise<void> {
  if (armed !== null) await pass(armed, point)
}

/** Checked before every statement, so that nothing is awaited for nothing. */
export function isFaultArmed(): boolean {
  return armed !== null
}

/** Marks the place after a statement. */
export async function afterStatement(text: string): Promise<void> {
  if (armed !== null) await pass(armed, statementName(text))
}

async function pass(fault: Fault, point: string): Promise<void> {
  const name = `${operationName()} > ${point}`
  if (fault.effect === 'note') return note(name)
  if (fault.point !== point && fault.point !== name) return
  passages += 1
  if (passages !== fault.at) return
  if (fault.effect === 'kill') process.kill(process.pid, 'SIGKILL')
  const error = new Error(`Provoked fault at ${name}`)
  if (fault.effect === 'throw') throw error
  if (fault.effect === 'escape')
    setImmediate(() => {
      throw error
    })
  if (fault.effect === 'delay') await new Promise((resolve) => setTimeout(resolve, 2000))
}
