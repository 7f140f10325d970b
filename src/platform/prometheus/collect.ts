import type { House } from '../context.ts'
import { readQueue } from '../jobs/queue.ts'
import type { Labels } from './list.ts'
import type { OpenMeter } from './meter.ts'

/** What a process is, for its page. */
export interface Measured {
  house: House
  meter: OpenMeter
  info: Labels<'assay_info'>
  /** All kinds of jobs: those without a row are shown with 0. */
  kinds: readonly string[]
}

/** Jobs that a worker of another release has added. */
const OTHER_KIND = 'other'

/** Reads what is a state and not an event, just before a page is printed. */
export async function collect({ house, meter, info, kinds }: Measured): Promise<void> {
  const { sandbox, database } = house
  meter.set('assay_info', info, 1)
  const { busy, idle, ended } = sandbox.readers()
  meter.set('assay_readers', { state: 'busy' }, busy)
  meter.set('assay_readers', { state: 'idle' }, idle)
  for (const [cause, total] of Object.entries(ended))
    meter.setTotal('assay_readers_ended_total', { cause }, total)
  const load = database.load()
  meter.set('assay_database_connections', { state: 'in_use' }, load.inUse)
  meter.set('assay_database_connections', { state: 'idle' }, load.idle)
  meter.set('assay_database_waiting', {}, load.waiting)
  await collectQueue({ house, meter, kinds })
}

const QUEUE = {
  waiting: 'assay_jobs_waiting',
  oldestSeconds: 'assay_jobs_oldest_seconds',
  running: 'assay_jobs_running',
  dead: 'assay_jobs_dead',
} as const

type Figure = keyof typeof QUEUE
const FIGURES = Object.keys(QUEUE) as Figure[]

/** A database that does not respond leaves the rest of the page as it is. */
async function collectQueue({ house, meter, kinds }: Omit<Measured, 'info'>): Promise<void> {
  const rows = await readQueue(house.database).catch(() => null)
  meter.set('assay_queue_readable', {}, rows === null ? 0 : 1)
  for (const figure of FIGURES) {
    meter.forget(QUEUE[figure])
    if (rows === null) continue
    const values = new Map(kinds.map((kind) => [kind, 0]))
    for (const row of rows) {
      const kind = values.has(row.kind) ? row.kind : OTHER_KIND
      values.set(kind, join(figure, values.get(kind) ?? 0, row[figure]))
    }
    for (const [kind, value] of values) meter.set(QUEUE[figure], { kind }, value)
  }
}

/** Of several kinds that share a name: ages do not add up. */
function join(figure: Figure, one: number, other: number): number {
  return figure === 'oldestSeconds' ? Math.max(one, other) : one + other
}
