/** Places where a crash is worth provoking; `assay fault-points` prints them. */
export const FAULT_POINTS = [
  'upload.stored',
  'classify.read',
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
] as const

export type FaultPoint = (typeof FAULT_POINTS)[number]

export interface Fault {
  point: FaultPoint
  effect: 'kill' | 'throw' | 'delay'
  /** The effect happens at the n-th passage. */
  at: number
}

/** Parses `FAULT=<point>:<kill|throw|delay>[:n]`; null when the text is not of that form. */
export function parseFault(text: string): Fault | null {
  const [point, effect, at = '1'] = text.split(':')
  if (!FAULT_POINTS.includes(point as FaultPoint)) return null
  if (effect !== 'kill' && effect !== 'throw' && effect !== 'delay') return null
  if (!/^\d{1,6}$/.test(at) || Number(at) < 1) return null
  return { point: point as FaultPoint, effect, at: Number(at) }
}

let armed: Fault | null = null
let passages = 0

/** Arms one fault for this process. Config honours it in the test environment only. */
export function armFault(fault: Fault | null): void {
  armed = fault
  passages = 0
}

/** Marks a place; does nothing unless a fault is armed there. `delay` waits two seconds. */
export async function faultPoint(point: FaultPoint): Promise<void> {
  if (armed?.point !== point) return
  passages += 1
  if (passages !== armed.at) return
  if (armed.effect === 'kill') process.kill(process.pid, 'SIGKILL')
  if (armed.effect === 'throw') throw new Error(`Provoked fault at ${point}`)
  await new Promise((resolve) => setTimeout(resolve, 2000))
}
