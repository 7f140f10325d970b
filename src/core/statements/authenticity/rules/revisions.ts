import type { Box } from '../../statement.ts'
import type { ChangedPage, Evidence } from '../evidence/inspection.ts'
import { figureKind } from '../evidence/tokens.ts'
import type { Finding, Detectors } from '../signal.ts'

/** Lines this close are versions of each other. */
const SAME_LINE_POINTS = 4

/** What was changed after the file was first written, and what it does when opened. */
export const REVISION_DETECTORS: Detectors<Evidence> = {
  signature_broken: ({ inspection }) =>
    (inspection?.signatures ?? [])
      .filter(({ isIntact }) => isIntact === false)
      .map(({ fault }) => ({ found: fault, expected: 'the bytes that were signed' })),
  orphan_content: ({ inspection }) => (inspection?.changedPages ?? []).flatMap(replacedLines),
  incremental_update: ({ inspection }) =>
    (inspection?.changedPages ?? []).map(({ number, before, after }) => ({
      page: number,
      box: (after[0] ?? before[0])?.box ?? null,
      found: `${after.length} lines added, ${before.length} taken out`,
      expected: 'the page as first written',
    })),
  incremental_update_benign: addedToOnly,
  js_or_launch_action: ({ inspection }) =>
    (inspection?.actions ?? []).map((action) => ({ found: action })),
}

function addedToOnly({ inspection }: Evidence): Finding[] {
  if (!inspection || inspection.revisionsCount < 2 || inspection.changedPages.length > 0) return []
  return [{ found: `${inspection.revisionsCount} revisions`, expected: '1' }]
}

function replacedLines({ number, before, after }: ChangedPage): Finding[] {
  return before
    .map((line) => {
      const now = after.find(
        ({ box }) => Math.abs(middle(box) - middle(line.box)) <= SAME_LINE_POINTS,
      )
      return {
        page: number,
        box: now?.box ?? line.box,
        found: now?.text ?? 'nothing on this line',
        expected: line.text,
      }
    })
    .toSorted((left, right) => figuresIn(right.expected) - figuresIn(left.expected))
}

function middle([, y0, , y1]: Box): number {
  return (y0 + y1) / 2
}

function figuresIn(text: string): number {
  return text.split(' ').filter((word) => figureKind(word) === 'amount').length
}
