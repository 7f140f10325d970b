import { toWords } from '../../format/values.ts'

const STATES: Record<string, readonly [glyph: string, word: string, tone: string]> = {
  queued: ['○', 'Queued', ''],
  pending: ['○', 'Pending', ''],
  running: ['◐', 'Running', 'info'],
  waiting: ['‖', 'Waiting', 'caution'],
  succeeded: ['✓', 'Done', 'positive'],
  failed: ['✕', 'Failed', 'negative'],
  skipped: ['–', 'Skipped', ''],
  cancelled: ['–', 'Cancelled', ''],
  timed_out: ['✕', 'Timed out', 'negative'],
  expired: ['✕', 'Expired', 'negative'],
  approved: ['✓', 'Approved', 'positive'],
  rejected: ['✕', 'Rejected', 'negative'],
  active: ['●', 'Active', 'positive'],
  inactive: ['‖', 'Off', ''],
  draft: ['○', 'Draft', ''],
}

/** The state of a workflow, a run, a step or an approval, as glyph and word. */
export function RunStatus({ status }: { status: string }) {
  const [glyph, word, tone] = STATES[status] ?? ['○', toWords(status), '']
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true">{glyph}</span>
      {word}
    </span>
  )
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** `340 ms`, `2.1 s`, `4 min`, `3 h` */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`
  return `${Math.round(ms / HOUR)} h`
}
