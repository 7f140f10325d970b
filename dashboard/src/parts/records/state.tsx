import { toWords } from '../../format/values.ts'

const STATES: Readonly<Record<string, readonly [glyph: string, word: string, tone: string]>> = {
  active: ['●', 'Active', 'positive'],
  inactive: ['‖', 'Off', ''],
  disabled: ['‖', 'Off', ''],
  paused: ['‖', 'Paused', ''],
  rotating: ['◐', 'Being rotated', 'info'],
  revoked: ['✕', 'Revoked', ''],
  succeeded: ['✓', 'Delivered', 'positive'],
  failed: ['✕', 'Failed', 'negative'],
  retrying: ['▲', 'Retrying', 'caution'],
  pending: ['○', 'Waiting', ''],
  held: ['‖', 'On hold', 'caution'],
  discarded: ['∅', 'Discarded', ''],
  error: ['✕', 'Error', 'negative'],
  erroring: ['✕', 'Error', 'negative'],
  syncing: ['◐', 'Syncing', 'info'],
  sync_disabled: ['‖', 'Sync off', 'negative'],
  queued: ['○', 'Waiting', ''],
  running: ['◐', 'Running', 'info'],
  partial: ['▲', 'Partly', 'caution'],
  received: ['●', 'Received', ''],
  processing: ['◐', 'Processing', 'info'],
  processed: ['✓', 'Processed', 'positive'],
  ignored: ['∅', 'Ignored', ''],
  sending: ['◐', 'Sending', 'info'],
  sent: ['✓', 'Sent', 'positive'],
  bounced: ['✕', 'Bounced', 'negative'],
  draft: ['○', 'Draft', ''],
  submitted: ['●', 'Received', 'info'],
  reviewing: ['◐', 'In review', 'info'],
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
