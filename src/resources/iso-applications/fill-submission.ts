import type { ResolvedThing, ResolvedValue } from '../../core/entities/resolve.ts'
import type { Context } from '../../platform/context.ts'
import { job, type JobContext } from '../../platform/jobs/job.ts'
import { resolveSubmission } from '../entities/values/read.ts'
import { FILL_SUBMISSION } from '../pipeline/runs/jobs.ts'
import { findDocument } from '../records/documents/store.ts'
import { openOwners } from '../records/submissions/company.ts'
import { getSubmissionForUpdate, type SubmissionRow } from '../records/submissions/store.ts'
import { UNNAMED } from '../submissions/write/create.ts'
import type { SubmissionPatch } from '../submissions/write/schemas.ts'
import { patchSubmission } from '../submissions/write/update.ts'

/** What is surer than this may stand for what the applicant stated. */
const SURE_CONFIDENCE = 0.7

/**
 * Fills company, owners and request of the submission that was created for an application, by the
 * sources of its attributes. What the submission has already stays.
 */
async function fillSubmission(
  running: JobContext,
  { documentId }: { documentId: string },
): Promise<void> {
  await running.commit(async (ctx) => {
    const document = await findDocument(ctx, documentId)
    if (!document) return
    const submission = await getSubmissionForUpdate(ctx, document.submissionId)
    const patch = buildPatch(ctx, submission, await resolveSubmission(ctx, submission))
    if (Object.keys(patch).length > 0)
      await patchSubmission(ctx, submission.id, { patch, ifMatch: null })
  })
}

export const fillSubmissionJob = job(FILL_SUBMISSION.kind, FILL_SUBMISSION.payload, fillSubmission)

function buildPatch(
  ctx: Context,
  submission: SubmissionRow,
  things: readonly ResolvedThing[],
): SubmissionPatch {
  const company = readThing(things.find(({ entity }) => entity.name === 'company'))
  const { name, ...given } = toCompany(company)
  const known = submission.companyInfo as Record<string, unknown>
  const hasEin = submission.einSealed !== null
  const companyInfo = onlyUnknown({ name, ...given }, { ...known, ...(hasEin && { ein: true }) })
  const request = onlyUnknown(
    toRequest(readThing(things.find(({ entity }) => entity.name === 'application'))),
    (submission.request ?? {}) as Record<string, unknown>,
  )
  const owners = things.filter(({ entity }) => entity.name === 'owner').map(toOwner)
  const isOwned = openOwners(ctx, submission).length > 0
  return {
    ...(submission.name === UNNAMED && typeof name === 'string' ? { name } : {}),
    ...(Object.keys(companyInfo).length > 0 ? { companyInfo } : {}),
    ...(Object.keys(request).length > 0 ? { request } : {}),
    ...(!isOwned && owners.length > 0 ? { owners } : {}),
  }
}

type Values = ReadonlyMap<string, unknown>

/** The values of a thing that are sure and come from documents. */
function readThing(thing: ResolvedThing | undefined): Values {
  return new Map(
    (thing?.values ?? []).filter(isSure).map(({ attribute, value }) => [attribute.name, value]),
  )
}

function isSure({ value, confidence, source }: ResolvedValue): boolean {
  return (
    value !== null &&
    source?.type === 'parsed_document' &&
    confidence !== null &&
    confidence >= SURE_CONFIDENCE
  )
}

function onlyUnknown(
  given: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(given).filter(
    ([key, value]) => value !== undefined && (known[key] ?? null) === null,
  )
  return Object.fromEntries(entries)
}

/** The names that a submission has for what an application calls otherwise. */
const ENTITY_TYPES: Readonly<Record<string, string>> = {
  sole_proprietorship: 'sole_proprietor',
  nonprofit: 'non_profit',
}

function toCompany(values: Values): Record<string, unknown> {
  const type = text(values.get('entity_type'))
  return {
    name: text(values.get('name')),
    ein: text(values.get('ein')),
    dba: text(values.get('dba')),
    entityType: type && (ENTITY_TYPES[type] ?? type),
    startDate: values.get('start_date'),
    stateOfIncorporation: text(values.get('state_of_incorporation')),
    industry: text(values.get('industry')),
    address: toAddress(values.get('address')),
    phone: text(values.get('phone')),
    email: text(values.get('email')),
    website: text(values.get('website')),
    annualRevenue: values.get('annual_revenue'),
  }
}

function toRequest(values: Values): Record<string, unknown> {
  return { amount: values.get('requested_amount'), useOfFunds: values.get('use_of_funds') }
}

type Owner = NonNullable<NonNullable<SubmissionPatch['owners']>>[number]

function toOwner(thing: ResolvedThing): Owner {
  const values = readThing(thing)
  const given = {
    firstName: text(values.get('first_name')),
    lastName: text(values.get('last_name')),
    ownershipPercent: values.get('ownership_percent'),
    email: text(values.get('email')),
    phone: text(values.get('phone')),
    dateOfBirth: values.get('date_of_birth'),
    ssnLast4: values.get('ssn_last4'),
    address: toAddress(values.get('address')),
  }
  return onlyUnknown(given, {}) as Owner
}

const TEXT_MAX = 255

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, TEXT_MAX) : undefined
}

/** An address of an attribute has the names of the wire. */
function toAddress(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { postal_code: postalCode, ...rest } = value as Record<string, unknown>
  return { ...rest, ...(postalCode !== undefined && { postalCode }) }
}
