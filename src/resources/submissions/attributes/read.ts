import { hasScope, type Context } from '../../../platform/context.ts'
import { listBody, pageOf } from '../../../platform/wire/list-query.ts'
import { slicePage } from '../../../platform/db/page.ts'
import type { Body } from '../../../platform/route.ts'
import { fullName, maskEin, openOwners } from '../company.ts'
import { presentCompany, presentOwners } from '../present.ts'
import { getSubmission, type SubmissionRow } from '../store.ts'
import {
  resolveAttributes,
  withOverrides,
  type AttributeValue,
  type Source,
  type Statement,
} from './attribute-values.ts'
import type { AttributeQuery } from './schemas.ts'
import { statedByDocuments } from './from-documents.ts'
import type { Entity } from './registry.ts'
import { listOverrides, listStatedAccounts, type Override, type StatedAccountRow } from './store.ts'

const SORTS = ['entity']

/** How far a name that a bank prints is trusted to be the company's legal name. */
const PRINTED_NAME_CONFIDENCE = 0.8

const PRINTED_CONFIDENCE = 0.95

/** The attribute values of a submission that a query asks for. Throws `submission_not_found`. */
export async function listAttributeValues(
  ctx: Context,
  submissionId: string,
  query: Body<typeof AttributeQuery>,
): Promise<object> {
  const values = await resolveAll(ctx, submissionId)
  const page = pageOf(ctx, query, SORTS)
  const wanted = values.filter((value) => isWanted(value, query))
  return listBody(slicePage(wanted, page, ctx.house.cursors), (value) =>
    query.includeCandidates === false ? { ...value, candidates: [] } : value,
  )
}

/** Every attribute of a submission, as this caller may see it. Throws `submission_not_found`. */
export async function resolveAll(ctx: Context, submissionId: string): Promise<AttributeValue[]> {
  const submission = await getSubmission(ctx, submissionId)
  const accounts = await listStatedAccounts(ctx, submissionId)
  const owners = openOwners(ctx, submission).map(fullName)
  const overrides = (await listOverrides(ctx, submissionId)).map((each) => visible(ctx, each))
  const values = resolveAttributes([
    ...applicationOf(ctx, submission),
    ...printedOf(accounts),
    ...(await statedByDocuments(ctx, submissionId, owners)),
    // What a person says of one more owner makes that owner known.
    ...overrides.map(({ entity, entityIndex }) => nothingOf(entity as Entity['name'], entityIndex)),
  ])
  return withOverrides(values, overrides)
}

function nothingOf(entity: Entity['name'], entityIndex: number): Statement {
  const source: Source = { id: null, type: 'application', documentId: null, page: null }
  return { entity, entityIndex, fields: {}, source, confidence: 1, at: null }
}

function visible(ctx: Context, override: Override): Override {
  if (override.attribute !== 'ein' || hasScope(ctx.actor, 'pii:read')) return override
  return { ...override, value: maskEin(String(override.value)) }
}

function isWanted(value: AttributeValue, query: Body<typeof AttributeQuery>): boolean {
  const { entity, attribute, sourceType } = query
  return (
    (entity === undefined || value.entity.name === entity) &&
    (attribute === undefined || value.attribute.name === attribute) &&
    (sourceType === undefined || value.candidates.some(({ source }) => source.type === sourceType))
  )
}

/** What the client said of the company and its owners, seen as this caller may see it. */
function applicationOf(ctx: Context, submission: SubmissionRow): Statement[] {
  const source: Source = { id: submission.id, type: 'application', documentId: null, page: null }
  const said = { source, confidence: 1, at: submission.updatedAt }
  return [
    { entity: 'company', entityIndex: 0, fields: presentCompany(ctx, submission), ...said },
    ...presentOwners(ctx, submission).map((fields, entityIndex): Statement => ({
      entity: 'owner',
      entityIndex,
      fields,
      ...said,
    })),
  ]
}

/** What statements print: each account, and whose name stands on it. */
function printedOf(accounts: readonly StatedAccountRow[]): Statement[] {
  return accounts.flatMap((account, entityIndex): Statement[] => {
    const { documentId, page, createdAt: at } = account
    const source: Source = {
      id: account.id,
      type: documentId === null ? 'application' : 'document',
      documentId,
      page,
    }
    const [holderName] = account.holderNames
    const own: Statement = {
      entity: 'bank_account',
      entityIndex,
      fields: { ...account, holderName },
      source,
      confidence: PRINTED_CONFIDENCE,
      at,
    }
    if (holderName === undefined) return [own]
    const named = {
      entity: 'company',
      entityIndex: 0,
      fields: { name: holderName },
      source,
      at,
    } as const
    return [own, { ...named, confidence: PRINTED_NAME_CONFIDENCE }]
  })
}
