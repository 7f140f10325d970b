import type { Submission } from '../../../clients/typescript/src/index.ts'
import { toWords } from '../format/values.ts'

type DealState = Pick<Submission, 'status' | 'dataQuality'>
type Tone = 'positive' | 'caution' | 'negative' | 'info' | 'none'

const STATES: Record<string, readonly [glyph: string, word: string, tone: Tone]> = {
  new: ['○', 'New', 'none'],
  processing: ['◐', 'Processing', 'info'],
  processed: ['●', 'Processed', 'positive'],
  review_required: ['▲', 'Needs a look', 'caution'],
  reviewed: ['✓', 'Reviewed', 'positive'],
  failed: ['✕', 'Failed', 'negative'],
  archived: ['‖', 'Archived', 'none'],
  uploaded: ['○', 'Uploaded', 'none'],
  classified: ['◐', 'Classified', 'info'],
  parsing: ['◐', 'Reading', 'info'],
  parsed: ['●', 'Read', 'positive'],
  active: ['●', 'Active', 'caution'],
  late: ['▲', 'Late', 'caution'],
  defaulted: ['✕', 'Defaulted', 'negative'],
  paid_off: ['✓', 'Paid off', 'positive'],
  passed: ['✓', 'Passed', 'positive'],
  near_miss: ['▲', 'Near miss', 'caution'],
  missing_data: ['∅', 'Missing data', 'caution'],
  review: ['▲', 'Review', 'caution'],
  approved: ['✓', 'Approved', 'positive'],
  declined: ['✕', 'Declined', 'negative'],
  matched: ['✓', 'Fits', 'positive'],
  near_match: ['▲', 'Nearly fits', 'caution'],
  mismatched: ['✕', 'Does not fit', 'negative'],
  linked: ['○', 'Not sent yet', 'none'],
  pending: ['◐', 'On its way', 'info'],
  submitted: ['●', 'Sent', 'info'],
  kept: ['○', 'Saved, not sent', 'none'],
  offered: ['✓', 'Offered', 'positive'],
  accepted: ['✓', 'Accepted', 'positive'],
  funded: ['✓', 'Funded', 'positive'],
  submission_failed: ['✕', 'Sending failed', 'negative'],
  more_info_requested: ['▲', 'More is needed', 'caution'],
  high: ['▲', 'High', 'negative'],
  medium: ['▲', 'Medium', 'caution'],
  low: ['△', 'Low', 'none'],
  critical: ['✕', 'Critical', 'negative'],
  info: ['○', 'For information', 'none'],
}

/** A state as glyph and word, so that color is never alone. */
export function Status({ state, detail }: { state: string; detail?: string }) {
  const [glyph, word, tone] = STATES[state] ?? ['○', toWords(state), 'none']
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true">{glyph}</span>
      {word}
      {detail !== undefined && <span className="meta">{detail}</span>}
    </span>
  )
}

/** `1 overridden`: how much of a result is a person's word; nothing where none of it is. */
export function detailOverrides(count: number): { detail?: string } {
  return count === 0 ? {} : { detail: `${count} overridden` }
}

/** Where a deal stands: one that was processed from doubtful data needs a look all the same. */
export function DealStatus({ deal: { status, dataQuality } }: { deal: DealState }) {
  const isDoubtful = status === 'processed' && dataQuality?.reviewRequired === true
  return <Status state={isDoubtful ? 'review_required' : status} />
}

/** The square stamp of a grade. */
export function Grade({ grade, of }: { grade: string | null | undefined; of: string }) {
  if (!grade) return null
  return (
    <span className="grade" data-grade={grade} role="img" aria-label={`${of}: ${grade}`}>
      {grade}
    </span>
  )
}
