import type { PlainDate } from '../../../core/values/dates.ts'
import type { Context } from '../../../platform/context.ts'
import { listActiveRules, requireRules } from '../../rules/store.ts'
import { findPublished, POLICIES, listInForce, type PolicyRow } from '../store.ts'
import type { Subject } from './evaluate-subjects.ts'

/** Rules without a policy are evaluated as one; the most severe decides. */
const LOOSE_NAME = 'Rules without a policy'

export interface SubjectQuery {
  policyIds?: readonly string[] | undefined
  ruleIds?: readonly string[] | undefined
}

/**
 * What a caller selects. Named policies are taken in their published version, or their draft; when
 * nothing is named, every policy in force and the active rules of no policy. Throws
 * `policy_not_found`, `rule_not_found`.
 */
export async function resolveSubjects(
  ctx: Context,
  { policyIds, ruleIds }: SubjectQuery,
  day: PlainDate,
): Promise<Subject[]> {
  if (policyIds === undefined && ruleIds === undefined) return listAllSubjects(ctx, day)
  const subjects: Subject[] = []
  for (const id of new Set(policyIds)) subjects.push(await loadSubject(ctx, id))
  if (ruleIds === undefined) return subjects
  return [...subjects, looseSubject(await requireRules(ctx, ruleIds))]
}

/** A policy in its published version, or its draft when none was published. */
export async function loadSubject(ctx: Context, policyId: string): Promise<Subject> {
  return toSubject(
    (await findPublished(ctx, policyId)) ?? (await POLICIES.get(ctx, policyId)),
    true,
  )
}

/** The policies evaluated whenever a submission was processed. */
export async function automaticSubjects(ctx: Context, day: PlainDate): Promise<Subject[]> {
  const policies = await listInForce(ctx, day)
  return policies.filter(({ body }) => body.autoEvaluate).map((policy) => toSubject(policy, true))
}

/** Rules evaluated without a policy. */
export function looseSubject(ruleIds: readonly string[]): Subject {
  const plan = { ruleIds, groups: [], decision: 'worst' as const, scoreBands: [] }
  return { policyId: null, policyName: LOOSE_NAME, policyVersion: null, plan, ruleVersions: null }
}

async function listAllSubjects(ctx: Context, day: PlainDate): Promise<Subject[]> {
  const policies = (await listInForce(ctx, day)).map((policy) => toSubject(policy, true))
  const active = await listActiveRules(ctx)
  const loose = active.filter((rule) => rule.policyIds.length === 0).map(({ id }) => id)
  return loose.length === 0 ? policies : [...policies, looseSubject(loose)]
}

/** The version of a policy that a row carries. */
export function toSubject(
  { id, name, version, publishedVersion, publishedRules, body }: PolicyRow,
  isPublished: boolean,
): Subject {
  const subject = { policyId: id, policyName: name, plan: body }
  return isPublished
    ? { ...subject, policyVersion: publishedVersion ?? version, ruleVersions: publishedRules }
    : { ...subject, policyVersion: version, ruleVersions: null }
}
