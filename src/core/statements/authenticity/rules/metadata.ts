import { addDays } from '../../../values/dates.ts'
import type { Evidence } from '../evidence/inspection.ts'
import type { Finding, SignalRule } from '../signal.ts'
import { findTool, type ToolKind } from './pdf-tools.ts'

const EDIT_SECONDS = 60
const LATE_DAYS = 400
/** PDF was published in 1993; nothing earlier can have written one. */
const FIRST_YEAR = '1990'

/** What the file says of its making. */
export const METADATA_RULES: readonly SignalRule<Evidence>[] = [
  {
    code: 'producer_image_editor',
    group: 'metadata',
    severity: 'high',
    confidence: 0.9,
    points: 60,
    test: 'Producer, Creator or XMP CreatorTool names a program for editing pictures',
    explanation:
      'The file was written by a program for editing pictures. Banks do not issue statements with one.',
    detect: (evidence) => writtenBy(evidence, 'image_editor'),
  },
  {
    code: 'producer_office',
    group: 'metadata',
    severity: 'medium',
    confidence: 0.8,
    points: 50,
    test: 'Producer, Creator or XMP CreatorTool names a word processor or a spreadsheet',
    explanation:
      'The file was written by an office program. Banks do not issue statements with one.',
    detect: (evidence) => writtenBy(evidence, 'office'),
  },
  {
    code: 'producer_online_editor',
    group: 'metadata',
    severity: 'medium',
    confidence: 0.8,
    points: 45,
    test: 'Producer, Creator or XMP CreatorTool names a PDF editor or a site that edits PDFs',
    explanation:
      'The file went through a PDF editor. It may have been merged or compressed there, or changed.',
    detect: (evidence) => writtenBy(evidence, 'online_editor'),
  },
  {
    code: 'exif_editor',
    group: 'metadata',
    severity: 'medium',
    confidence: 0.7,
    points: 30,
    test: 'EXIF Software, XMP CreatorTool or a PNG text of a scan or photo names a program for editing pictures',
    explanation:
      'The picture was saved by a program for editing pictures. It may have been cropped there, or changed.',
    detect: ({ pictureSoftware }) =>
      pictureSoftware
        .filter((name) => findTool(name)?.kind === 'image_editor')
        .map((found) => ({ found })),
  },
  {
    code: 'producer_print_to_pdf',
    group: 'metadata',
    severity: 'low',
    confidence: 0.5,
    points: 8,
    test: 'Producer or Creator names a printer driver or a browser',
    explanation:
      'The file was printed to PDF, not downloaded. Common for statements seen in a browser.',
    detect: (evidence) => writtenBy(evidence, 'print_to_pdf'),
  },
  {
    code: 'created_before_period_end',
    group: 'metadata',
    severity: 'high',
    confidence: 0.9,
    points: 50,
    test: 'CreationDate lies more than a day before the end of the statement period',
    explanation: 'The file was made before the period that it reports had ended.',
    detect: madeEarly,
  },
  {
    code: 'moddate_after_creation',
    group: 'metadata',
    severity: 'medium',
    confidence: 0.6,
    points: 20,
    test: 'ModDate is more than 60 seconds after CreationDate and the producer is no document server',
    explanation: 'The file was saved again after it had been made.',
    detect: savedAgain,
  },
  {
    code: 'malformed_dates',
    group: 'metadata',
    severity: 'low',
    confidence: 0.6,
    points: 15,
    test: 'CreationDate or ModDate breaks the syntax of PDF dates, or its year is before 1990',
    explanation:
      'A date of the file cannot be read as a date. Programs that make PDFs do not write such.',
    detect: badDates,
  },
  {
    code: 'created_long_after',
    group: 'metadata',
    severity: 'info',
    confidence: 0.5,
    points: 4,
    test: 'CreationDate lies more than 400 days after the end of the period',
    explanation: 'The file was made long after its period. Archives of banks do so too.',
    detect: madeLate,
  },
]

function writtenBy({ facts, inspection }: Evidence, kind: ToolKind): Finding[] {
  const names = [facts.producer, facts.creator, inspection?.creatorTool ?? null]
  const name = names.find((each) => findTool(each)?.kind === kind)
  return name == null ? [] : [{ found: name }]
}

function periodEnd({ statements }: Evidence): string | null {
  const ends = statements.flatMap(({ endDate }) => (endDate === null ? [] : [endDate]))
  return ends.length === 0 ? null : ends.reduce((left, right) => (left > right ? left : right))
}

/** The day on which the file was made, as its own clock says. */
function madeOn({ facts }: Evidence): string | null {
  return facts.createdAtInPdf?.slice(0, 10) ?? null
}

/** A day is left to clocks in other time zones. */
function madeEarly(evidence: Evidence): Finding[] {
  const [made, end] = [madeOn(evidence), periodEnd(evidence)]
  if (made === null || end === null || addDays(made, 1) >= end) return []
  return [{ found: `made ${made}`, expected: `on or after ${end}` }]
}

function madeLate(evidence: Evidence): Finding[] {
  const [made, end] = [madeOn(evidence), periodEnd(evidence)]
  if (made === null || end === null || made <= addDays(end, LATE_DAYS)) return []
  return [{ found: `made ${made}`, expected: `within ${LATE_DAYS} days of ${end}` }]
}

function savedAgain({ facts }: Evidence): Finding[] {
  const { createdAtInPdf: created, modifiedAtInPdf: modified, producer, creator } = facts
  if (created === null || modified === null) return []
  if ([producer, creator].some((name) => findTool(name)?.kind === 'document_server')) return []
  const seconds = (Date.parse(modified) - Date.parse(created)) / 1000
  return seconds > EDIT_SECONDS
    ? [{ found: `saved ${modified}`, expected: `as made, ${created}` }]
    : []
}

function badDates({ facts, inspection }: Evidence): Finding[] {
  const dates = [
    { raw: inspection?.dates.created ?? null, read: facts.createdAtInPdf },
    { raw: inspection?.dates.modified ?? null, read: facts.modifiedAtInPdf },
  ]
  return dates
    .filter(({ raw, read }) => raw !== null && (read === null || read < FIRST_YEAR))
    .map(({ raw }) => ({ found: raw, expected: 'a date such as D:20250731080000Z' }))
}
