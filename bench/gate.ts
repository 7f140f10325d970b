import type { Figure } from './figure.ts'
import { readRecord } from './records.ts'

/** The least that a ratio may be, with the reason. */
export interface Floor {
  ratio: number
  reason: string
}

/** Ratios on the same machine differ by so much from run to run. */
const SLACK = 0.7

/**
 * What was measured against a limit of which the bench has no record yet, by job: reading by minimal
 * secured SQL, from outside on 2026-11-23, was 0.08 to 0.14 of it.
 */
const MEASURED_ELSEWHERE: Record<string, number> = { http: 0.08 }

/**
 * Seven tenths of a figure's goal; while the goal is not reached, of the slowest round of what was
 * recorded last. Throws when a figure has neither.
 */
export function getFloor(job: string, figure: string): Floor {
  const record = readRecord(job)
  const elsewhere = MEASURED_ELSEWHERE[job]
  if (record === null && elsewhere !== undefined) {
    const reason = `${SLACK} × ${elsewhere}, measured from outside; the bench has no record of it yet`
    return { ratio: SLACK * elsewhere, reason }
  }
  const recorded = record?.figures.find(({ name }) => name === figure)
  // ratio ≥ 0.6 (must 0.4)
  const goal = Number(/^ratio ≥ (?<least>[\d.]+)/.exec(recorded?.goal ?? '')?.groups?.least)
  const last = recorded?.ratio
  if (!(goal > 0) || !last) throw new Error(`${job}: ${figure} has no ratio to hold`)
  if (last.median >= goal) return { ratio: SLACK * goal, reason: `${SLACK} × the goal of ${goal}` }
  const reason = `${SLACK} × the slowest recorded, ${last.min.toFixed(2)}; the goal of ${goal} is not reached yet`
  return { ratio: SLACK * last.min, reason }
}

/** The ratio of one figure of a short run. */
export function ratioIn(figures: readonly Figure[], name: string): number {
  const ratio = figures.find((figure) => figure.name === name)?.ratio
  if (!ratio) throw new Error(`No ratio was measured for ${name}`)
  return ratio.median
}
