import { addDays } from '../../../values/dates.ts'
import type { Evidence } from '../evidence/inspection.ts'
import type { Finding, Detectors } from '../signal.ts'
import { findTool, type ToolKind } from './pdf-tools.ts'

const EDIT_SECONDS = 60
const LATE_DAYS = 400
/** PDF was published in 1993; nothing earlier can have written one. */
const FIRST_YEAR = '1990'

/** What the metadata says about how the file was created. */
export const METADATA_DETECTORS: Detectors<Evidence> = {
  producer_image_editor: (evidence) => writtenBy(evidence, 'image_editor'),
  producer_office: (evidence) => writtenBy(evidence, 'office'),
  producer_online_editor: (evidence) => [
    ...writtenBy(evidence, 'online_editor'),
    ...savedByLibrary(evidence),
  ],
  exif_editor: ({ pictureSoftware }) =>
    pictureSoftware
      .filter((name) => findTool(name)?.kind === 'image_editor')
      .map((found) => ({ found })),
  producer_print_to_pdf: (evidence) => writtenBy(evidence, 'print_to_pdf'),
  created_before_period_end: madeEarly,
  moddate_after_creation: savedAgain,
  malformed_dates: badDates,
  created_long_after: madeLate,
}

function writtenBy({ facts, inspection }: Evidence, kind: ToolKind): Finding[] {
  const names = [facts.producer, facts.creator, inspection?.creatorTool ?? null]
  const name = names.find((each) => findTool(each)?.kind === kind)
  return name == null ? [] : [{ found: name }]
}

/** A library wrote the file of another program anew; one that made the file names itself twice. */
function savedByLibrary({ facts: { producer, creator } }: Evidence): Finding[] {
  const tool = findTool(producer)
  const isOther = creator !== null && findTool(creator) !== tool
  return tool?.kind === 'editing_library' && isOther ? [{ found: producer }] : []
}

function periodEnd({ statements }: Evidence): string | null {
  const ends = statements.flatMap(({ endDate }) => (endDate === null ? [] : [endDate]))
  return ends.length === 0 ? null : ends.reduce((left, right) => (left > right ? left : right))
}

// 2000-01-01T00:00:00Z   1970-01-01T00:00:00Z   1980-01-01T00:00:00Z: what programs write that have no clock
const NO_CLOCK = /^(?:1970|1980|2000)-01-01T00:00:00/

/** The day on which the file was created, by its own clock; null where it had none. */
function madeOn({ facts }: Evidence): string | null {
  const made = facts.createdAtInPdf
  return made === null || NO_CLOCK.test(made) ? null : made.slice(0, 10)
}

/** One day is allowed for clocks in other time zones. */
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
