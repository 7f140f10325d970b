import {
  findOperator,
  parseCriterion,
  type Criterion,
} from '../../../core/decisions/match/criteria.ts'
import { dealCatalogue } from '../../../core/decisions/match/facts.ts'
import { toSnake } from '../../../core/values/text.ts'
import { createAudit, wireChanges } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { pickGiven } from '../../../platform/wire/given.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../../platform/http/respond.ts'
import { resolveClassName } from '../../document-classes/find.ts'
import { getDocument } from '../../records/documents/store.ts'
import { CATALOGUE, toApiError } from '../../rules/catalogue.ts'
import { keepFunder } from '../define.ts'
import { getFunder } from '../find.ts'
import type { CriterionInput, FunderPolicyCreate, FunderPolicyPatch } from './schemas.ts'
import {
  deletePolicy,
  getPolicy,
  holdPolicy,
  insertPolicy,
  refuseTaken,
  updatePolicy,
  type OfferBody,
  type PolicyBody,
  type PolicyPlace,
  type PolicyRow,
} from './store.ts'

const auditChange = createAudit('funder_policy')

const EMPTY: PolicyBody = {
  paperGrade: null,
  productType: null,
  criteria: [],
  requiredDocuments: [],
  offer: {},
  effectiveFrom: null,
  sourceDocumentId: null,
}

const FIELDS = ['name', 'isActive', ...Object.keys(EMPTY)]

/** A policy as responses show it. */
export function presentPolicy({ body, ...row }: PolicyRow): object {
  const criteria = body.criteria.map((each) => ({
    ...each,
    operator: each.operator ?? findOperator(each.name),
  }))
  return { ...row, ...body, criteria }
}

/** Throws `funder_not_found`, `duplicate_name` and what is wrong with its criteria. */
export async function createPolicy(
  ctx: Context,
  funderId: string,
  input: FunderPolicyCreate,
): Promise<PolicyRow> {
  const funder = await getFunder(ctx, funderId)
  const { name, isActive = true } = input
  await refuseTaken(ctx, { funderId: funder.id, name })
  const body = await buildBody(ctx, input, EMPTY)
  await keepFunder(ctx, funder)
  const id = randomUUIDv7()
  await insertPolicy(ctx, { id, funderId: funder.id, name, isActive, body })
  const summary = `Policy ${name} of ${funder.name} created`
  await auditChange(ctx, { action: 'created', id: id, summary })
  return getPolicy(ctx, { funderId: funder.id, id })
}

/** Throws what creating one throws, `funder_policy_not_found`, `version_conflict`. */
export async function changePolicy(
  ctx: Context,
  place: PolicyPlace,
  { patch, check }: { patch: FunderPolicyPatch; check: MatchCheck<PolicyRow> },
): Promise<PolicyRow> {
  await getFunder(ctx, place.funderId)
  const before = await holdPolicy(ctx, place)
  await check(before)
  const { name = before.name, isActive = before.isActive } = patch
  await refuseTaken(ctx, { funderId: before.funderId, name, self: before.id })
  const body = await buildBody(ctx, patch, before.body)
  await updatePolicy(ctx, { id: before.id, name, isActive, body })
  const after = await getPolicy(ctx, place)
  await auditChange(ctx, {
    action: 'updated',
    id: after.id,
    summary: `Policy ${after.name} changed`,
    changes: wireChanges(presentPolicy(before), presentPolicy(after), FIELDS),
  })
  return after
}

/** Throws `funder_not_found`, `funder_policy_not_found`. */
export async function removePolicy(
  ctx: Context,
  place: PolicyPlace,
  check: MatchCheck<PolicyRow>,
): Promise<string> {
  await getFunder(ctx, place.funderId)
  const policy = await holdPolicy(ctx, place)
  await check(policy)
  await deletePolicy(ctx, policy.id)
  const summary = `Policy ${policy.name} deleted`
  await auditChange(ctx, { action: 'deleted', id: policy.id, summary })
  return policy.id
}

async function buildBody(
  ctx: Context,
  patch: FunderPolicyPatch,
  before: PolicyBody,
): Promise<PolicyBody> {
  const { criteria, offer, requiredDocuments, sourceDocumentId } = patch
  if (sourceDocumentId) await getDocument(ctx, sourceDocumentId)
  return {
    ...before,
    ...pickGiven(EMPTY, patch),
    criteria: criteria ? await buildCriteria(ctx, criteria) : before.criteria,
    requiredDocuments: requiredDocuments
      ? await resolveClasses(ctx, requiredDocuments, 'required_documents')
      : before.requiredDocuments,
    offer: offer ? checkOffer(offer) : before.offer,
  }
}

function checkOffer(offer: OfferBody): OfferBody {
  const { minAmount, maxAmount } = offer
  if (minAmount != null && maxAmount != null && minAmount > maxAmount) {
    const message = 'offer.max_amount must not be below offer.min_amount.'
    throw new ApiError('out_of_range', message, { param: 'offer.max_amount' })
  }
  return offer
}

async function resolveClasses(ctx: Context, names: string[], param: string): Promise<string[]> {
  const found: string[] = []
  for (const [index, name] of names.entries())
    found.push(await resolveClassName(ctx, name, `${param}[${index}]`))
  return [...new Set(found)]
}

/** Each criterion is compiled as a condition, to find faults when it is written. */
async function buildCriteria(ctx: Context, inputs: CriterionInput[]): Promise<Criterion[]> {
  const criteria: Criterion[] = []
  for (const [index, input] of inputs.entries()) {
    const at = `criteria[${index}].`
    const criterion = await buildCriterion(ctx, input, at)
    const found = parseCriterion(criterion, catalogueFor([criterion]))
    if (found.problem) throw toApiError(found.problem, at)
    criteria.push(criterion)
  }
  return criteria
}

const OF_CUSTOM = ['metric', 'valueTo'] as const

async function buildCriterion(ctx: Context, input: CriterionInput, at: string): Promise<Criterion> {
  const { name, value = null } = input
  const misplaced = name === 'custom' ? undefined : OF_CUSTOM.find((field) => input[field] != null)
  if (misplaced !== undefined) {
    const param = `${at}${toSnake(misplaced)}`
    throw new ApiError('unknown_field', `${param} goes with custom only.`, { param })
  }
  requireOperator(input, `${at}operator`)
  const isList = name === 'requires_documents' && Array.isArray(value)
  return {
    name,
    value: isList ? await resolveClasses(ctx, value.map(String), `${at}value`) : value,
    metric: input.metric ?? null,
    operator: input.operator ?? null,
    valueTo: input.valueTo ?? null,
    dateRange: input.dateRange ?? null,
    isHard: input.isHard ?? true,
    weight: input.weight ?? 1,
    tolerance: input.tolerance ?? null,
    onMissing: input.onMissing ?? 'missing_data',
    note: input.note ?? null,
  }
}

/** A criterion has one operator, which may be sent; `custom` takes every one of rules. */
function requireOperator({ name, operator }: CriterionInput, param: string): void {
  const own = findOperator(name)
  if (own === null || operator == null || operator === own) return
  const message = `${param} of ${name} is ${own}. Another one goes with custom and a metric.`
  throw new ApiError('invalid_operator', message, { param })
}

/** Everything these criteria can read: metrics, facts, and the documents and funders they name. */
export function catalogueFor(criteria: readonly Criterion[]) {
  const listed = (name: string) =>
    criteria.flatMap((each) =>
      each.name === name && Array.isArray(each.value) ? (each.value as string[]) : [],
    )
  return dealCatalogue(CATALOGUE, {
    documentClasses: listed('requires_documents').filter((each) => typeof each === 'string'),
    funders: listed('excluded_prior_funders').filter((each) => typeof each === 'string'),
  })
}
