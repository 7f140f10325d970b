import type { Box } from '../../statement.ts'
import type { ChangedPage, Evidence } from '../evidence/inspection.ts'
import { figureKind } from '../evidence/tokens.ts'
import type { Finding, SignalRule } from '../signal.ts'

/** Lines that stand this close are versions of each other. */
const SAME_LINE_POINTS = 4

/** What was changed after the file was first written, and what it would do when opened. */
export const REVISION_RULES: readonly SignalRule<Evidence>[] = [
  {
    code: 'signature_broken',
    group: 'revision',
    severity: 'critical',
    confidence: 0.95,
    points: 70,
    test: 'A digital signature does not hold: the digest of the bytes it covers is another one, or its range leaves bytes around it out',
    explanation:
      'The file was signed, and is not what was signed. Who changed it after that cannot be told.',
    detect: ({ inspection }) =>
      (inspection?.signatures ?? [])
        .filter(({ isIntact }) => isIntact === false)
        .map(({ fault }) => ({ found: fault, expected: 'the bytes that were signed' })),
  },
  {
    code: 'orphan_content',
    group: 'revision',
    severity: 'critical',
    confidence: 0.95,
    points: 60,
    test: 'An earlier revision inside the file prints other text on a page than the last one',
    explanation: 'The file still holds an earlier version of this line, which reads differently.',
    detect: ({ inspection }) => (inspection?.changedPages ?? []).flatMap(replacedLines),
  },
  {
    code: 'incremental_update',
    group: 'revision',
    severity: 'medium',
    confidence: 0.8,
    points: 30,
    test: 'The file has more than one revision, and the content of a page changed (linearized files are not meant)',
    explanation: 'The content of this page was changed after the file had been written.',
    detect: ({ inspection }) =>
      (inspection?.changedPages ?? []).map(({ number, before, after }) => ({
        page: number,
        box: (after[0] ?? before[0])?.box ?? null,
        found: `${after.length} lines added, ${before.length} taken out`,
        expected: 'the page as first written',
      })),
  },
  {
    code: 'incremental_update_benign',
    group: 'revision',
    severity: 'info',
    confidence: 0.9,
    points: 4,
    test: 'The file has more than one revision, and no page content changed: a signature, a form, metadata',
    explanation:
      'Something was added to the file after it had been written; its pages print the same.',
    detect: addedToOnly,
  },
  {
    code: 'js_or_launch_action',
    group: 'action',
    severity: 'high',
    confidence: 0.9,
    points: 30,
    test: 'The file holds JavaScript, a Launch action or another file; its document waits for a review',
    explanation: 'The file would run or open something. Statements of banks do not.',
    detect: ({ inspection }) => (inspection?.actions ?? []).map((action) => ({ found: action })),
  },
]

function addedToOnly({ inspection }: Evidence): Finding[] {
  if (!inspection || inspection.revisionsCount < 2 || inspection.changedPages.length > 0) return []
  return [{ found: `${inspection.revisionsCount} revisions`, expected: '1' }]
}

/** Each line that was replaced, with what replaced it; figures first. */
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
