import { toWords } from '../../format/values.ts'

const STATES: Readonly<Record<string, readonly [glyph: string, word: string, tone: string]>> = {
  active: ['●', 'In use', 'positive'],
  inactive: ['‖', 'Switched off', ''],
  disabled: ['‖', 'Switched off', ''],
  paused: ['‖', 'Paused', ''],
  rotating: ['◐', 'Being replaced', 'info'],
  revoked: ['✕', 'Revoked', ''],
  succeeded: ['✓', 'Arrived', 'positive'],
  failed: ['✕', 'Failed', 'negative'],
  retrying: ['▲', 'Tried again', 'caution'],
  pending: ['○', 'Waiting', ''],
  held: ['‖', 'Held back', 'caution'],
  discarded: ['∅', 'Given up', ''],
  error: ['✕', 'Does not work', 'negative'],
  erroring: ['✕', 'Does not work', 'negative'],
  syncing: ['◐', 'Being read', 'info'],
  sync_disabled: ['‖', 'No longer read', 'negative'],
  queued: ['○', 'Waiting', ''],
  running: ['◐', 'Running', 'info'],
  partial: ['▲', 'In part', 'caution'],
  received: ['●', 'Received', ''],
  processing: ['◐', 'Being read', 'info'],
  processed: ['✓', 'Taken in', 'positive'],
  ignored: ['∅', 'Left out', ''],
  sending: ['◐', 'Being sent', 'info'],
  sent: ['✓', 'Sent', 'positive'],
  bounced: ['✕', 'Came back', 'negative'],
  draft: ['○', 'Draft', ''],
  submitted: ['●', 'Received', 'info'],
  reviewing: ['◐', 'Being reviewed', 'info'],
  needs_documents: ['▲', 'Needs documents', 'caution'],
  decision: ['✓', 'Decided', 'positive'],
  withdrawn: ['‖', 'Withdrawn', ''],
  reading: ['◐', 'Being read', 'info'],
  read: ['✓', 'Read', 'positive'],
  installed: ['●', 'Installed', 'positive'],
}

/** The state of a record as glyph and word; `word` replaces the usual one. */
export function State({ state, word }: { state: string; word?: string | undefined }) {
  const [glyph, usual, tone] = STATES[state] ?? ['○', toWords(state), '']
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true">{glyph}</span>
      {word ?? usual}
    </span>
  )
}
