import { isDeepStrictEqual } from 'node:util'
import { createAudit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { pickGiven } from '../../platform/wire/given.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { createRule } from '../rules/define.ts'
import { listRulesById, requireRules } from '../rules/store.ts'
import type { PolicyCreate, PolicyPatch } from './schemas.ts'
import {
  deletePolicy,
  insertPolicy,
  keepPolicyVersion,
  POLICIES,
  updatePolicy,
  type ListedPolicy,
  type PolicyBody,
  type PolicyRow,
} from './store.ts'

const auditChange = createAudit('policy')

const BLANK: PolicyBody = {
  description: null,
  kind: 'underwriting',
  ruleIds: [],
  groups: [],
  decision: 'worst',
  scoreBands: [],
  autoEvaluate: false,
  funderId: null,
  effectiveFrom: null,
}

/** Throws `duplicate_name`, `rule_not_found`, and what a rule made with it is refused with. */
export async function createPolicy(ctx: Context, input: PolicyCreate): Promise<ListedPolicy> {
  const { name, status = 'draft', isActive } = input
  const id = randomUUIDv7()
  const body = await buildBody(ctx, BLANK, input)
  const publishedVersion = status === 'published' ? 1 : undefined
  await POLICIES.refuseTaken(ctx, { name })
  const published =
    publishedVersion === undefined
      ? {}
      : { publishedVersion, publishedRules: await readVersions(ctx, body) }
  await insertPolicy(ctx, id, { name, status, isActive, ...published })
  await keepPolicyVersion(ctx, id, body)
  await auditChange(ctx, { id, action: 'created', summary: `Policy ${name} created` })
  return POLICIES.get(ctx, id)
}

/**
 * A change of its content is a new version, in force once it is published. Throws what creating one
 * throws, and `invalid_state_transition` for an archived policy.
 */
export async function changePolicy(
  ctx: Context,
  id: string,
  { patch, check }: { patch: PolicyPatch; check: MatchCheck<ListedPolicy> },
): Promise<ListedPolicy> {
  const before = await POLICIES.hold(ctx, id)
  await check(before)
  refuseArchived(before)
  const { name, status, isActive } = patch
  const body = await buildBody(ctx, before.body, patch)
  await POLICIES.refuseTaken(ctx, { name, self: id })
  const isSame = isDeepStrictEqual(body, { ...BLANK, ...before.body })
  const version = isSame ? before.version : await keepPolicyVersion(ctx, id, body)
  await updatePolicy(ctx, id, { name, status, isActive, version })
  const after = await POLICIES.get(ctx, id)
  await auditChange(ctx, {
    id,
    action: 'updated',
    summary: isSame ? `Policy ${after.name} changed` : `Policy ${after.name}: draft ${version}`,
    changes: wireChanges(flat(before), flat(after)),
  })
  return after
}

/**
 * Puts the newest version in force, with its rules as they are now: a later change of a rule is in
 * force once the policy is published again. Throws `policy_not_found`, `invalid_state_transition`.
 */
export async function publishPolicy(ctx: Context, id: string): Promise<ListedPolicy> {
  const policy = await POLICIES.hold(ctx, id)
  refuseArchived(policy)
  const { version, name, publishedVersion, body } = policy
  const publishedRules = await readVersions(ctx, body)
  const isSame = isDeepStrictEqual(publishedRules, policy.publishedRules)
  if (publishedVersion === version && isSame) return policy
  await updatePolicy(ctx, id, { status: 'published', publishedVersion: version, publishedRules })
  await auditChange(ctx, {
    id,
    action: 'activated',
    summary: `Policy ${name} version ${version} published`,
  })
  return POLICIES.get(ctx, id)
}

/** The versions of the rules of a policy, by id. */
async function readVersions(
  ctx: Context,
  { ruleIds }: Pick<PolicyBody, 'ruleIds'>,
): Promise<Record<string, number>> {
  const rules = await listRulesById(ctx, ruleIds)
  return Object.fromEntries(rules.map(({ id, version }) => [id, version]))
}

/** Its versions and evaluations stay. Throws `policy_not_found`. */
export async function removePolicy(
  ctx: Context,
  id: string,
  check: MatchCheck<ListedPolicy>,
): Promise<void> {
  const policy = await POLICIES.hold(ctx, id)
  await check(policy)
  await deletePolicy(ctx, id)
  await auditChange(ctx, { id, action: 'deleted', summary: `Policy ${policy.name} deleted` })
}

function refuseArchived({ status, name }: PolicyRow): void {
  if (status !== 'archived') return
  const message = `The policy ${name} is archived; an archived policy cannot be changed.`
  throw new ApiError('invalid_state_transition', message, { param: 'status' })
}

async function buildBody(
  ctx: Context,
  before: PolicyBody,
  input: Partial<PolicyCreate> | PolicyPatch,
): Promise<PolicyBody> {
  const given = pickGiven(BLANK, input)
  const body: PolicyBody = { ...BLANK, ...before, ...given }
  const groups = body.groups.map((group) => ({ ...group, count: group.count ?? null }))
  const own = [...body.ruleIds, ...groups.flatMap(({ ruleIds }) => ruleIds)]
  await requireRules(ctx, own)
  refuseImpossible({ ...body, groups })
  for (const [index, rule] of (input.rules ?? []).entries()) {
    own.push((await createRule(ctx, rule, `rules[${index}].`)).id)
  }
  return { ...body, groups, ruleIds: [...new Set(own)] }
}

function refuseImpossible({ groups, decision, scoreBands }: PolicyBody): void {
  for (const [index, { combine, count, ruleIds }] of groups.entries()) {
    const param = `groups[${index}].count`
    if (combine === 'at_least' && count === null) {
      throw new ApiError('missing_field', 'A group of at_least needs a count.', { param })
    }
    if (combine === 'at_least' && count! > ruleIds.length) {
      const message = `The group needs ${count} of only ${ruleIds.length} rules.`
      throw new ApiError('out_of_range', message, { param })
    }
  }
  if (decision === 'score' && scoreBands.length === 0) {
    const message = 'A policy that decides by score needs score_bands.'
    throw new ApiError('missing_field', message, { param: 'score_bands' })
  }
}

function flat({ body, name, isActive, status }: PolicyRow): object {
  return { ...body, name, isActive, status }
}
