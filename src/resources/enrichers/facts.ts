import type { ResolvedThing, ResolvedValue } from '../../core/entities/resolve.ts'
import type { EnricherFacts, PrintedName, Sourced } from '../../core/enrichers/facts.ts'
import { isPlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { resolveSubmission } from '../entities/values/read.ts'
import { loadLedger } from '../ledgers/ledgers.ts'
import { listScores } from '../records/documents/signals/store.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { findDuplicates } from '../submissions/duplicates/find.ts'

/** Below this score two deals have next to nothing in common. */
const SIMILAR_SCORE = 50

/**
 * What enrichers know of a deal. Other deals are looked for only where one of them needs that.
 * Throws `submission_not_found`.
 */
export async function readFacts(
  ctx: Context,
  submissionId: string,
  needsDuplicates: boolean,
): Promise<EnricherFacts> {
  const submission = await getSubmission(ctx, submissionId)
  const ledger = await loadLedger(ctx, submissionId)
  const things = await resolveSubmission(ctx, submission, () => Promise.resolve(ledger))
  const documents = await listScores(ctx, submissionId)
  const classes = new Map(documents.map(({ id, documentClass }) => [id, documentClass]))
  const company = things.find(({ entity }) => entity.name === 'company')
  const options = { minScore: SIMILAR_SCORE, includeArchived: false }
  const similar = needsDuplicates ? await findDuplicates(ctx, submissionId, options) : []
  return {
    ledger,
    documents,
    attributes: listAttributes(company),
    names: listNames(company, classes),
    startDates: listStartDates(company, classes),
    ownerNames: listOwnerNames(things),
    routingNumbers: listRoutingNumbers(things),
    duplicates: similar.map(({ id, submission: { name }, score, reasons }) => ({
      submissionId: id,
      name,
      score,
      reasons: reasons.map(({ field }) => field),
    })),
  }
}

function listAttributes(company: ResolvedThing | undefined): Map<string, Sourced<unknown>> {
  const known = (company?.values ?? []).filter(({ value }) => value !== null)
  return new Map(
    known.map(({ attribute, value, source }) => [
      attribute.name,
      { value, source: source?.type ?? 'default' },
    ]),
  )
}

function findValue(thing: ResolvedThing | undefined, name: string): ResolvedValue | undefined {
  return thing?.values.find(({ attribute }) => attribute.name === name)
}

function readText(thing: ResolvedThing, name: string): string | null {
  const value = findValue(thing, name)?.value
  return typeof value === 'string' ? value : null
}

type Classes = ReadonlyMap<string, string | null>

/** Names as papers and statements print them. */
function listNames(company: ResolvedThing | undefined, classes: Classes): PrintedName[] {
  return (findValue(company, 'name')?.candidates ?? []).flatMap(({ value, source }) => {
    const { documentId } = source
    if (documentId === null || typeof value !== 'string') return []
    return [{ name: value, source: classes.get(documentId) ?? source.type, documentId }]
  })
}

function listStartDates(company: ResolvedThing | undefined, classes: Classes) {
  return (findValue(company, 'start_date')?.candidates ?? []).flatMap(({ value, source }) => {
    if (typeof value !== 'string' || !isPlainDate(value)) return []
    const { documentId, type } = source
    return [{ date: value, source: (documentId && classes.get(documentId)) ?? type }]
  })
}

function listOwnerNames(things: readonly ResolvedThing[]): string[] {
  return things
    .filter(({ entity }) => entity.name === 'owner')
    .map((owner) =>
      ['first_name', 'last_name'].flatMap((name) => readText(owner, name) ?? []).join(' '),
    )
    .filter((name) => name !== '')
}

function listRoutingNumbers(things: readonly ResolvedThing[]) {
  return things.flatMap((thing) => {
    const number = thing.entity.name === 'bank_account' ? readText(thing, 'routing_number') : null
    if (number === null || !/^\d{9}$/.test(number)) return []
    const source = findValue(thing, 'routing_number')?.source?.type ?? 'accounts'
    return [{ number, institutionName: readText(thing, 'institution_name'), source }]
  })
}
