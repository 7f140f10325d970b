import { isDeepStrictEqual } from 'node:util'
import { listRefs } from '../../core/decisions/condition.ts'
import { findUnknownPlaceholder, PLACEHOLDERS } from '../../core/decisions/explain.ts'
import { parseExpression } from '../../core/decisions/parse/expression.ts'
import type { Rule } from '../../core/decisions/rule.ts'
import { createAudit, wireChanges } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { pickGiven } from '../../platform/wire/given.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { CATALOGUE, metricNamed, toApiError } from './catalogue.ts'
import type { RuleCreate, RulePatch } from './schemas.ts'
import {
  deleteRule,
  insertRule,
  keepRuleVersion,
  RULES,
  updateRule,
  type RuleBody,
  type RuleRow,
} from './store.ts'

const auditChange = createAudit('rule')

const BLANK: RuleBody = {
  description: null,
  kind: 'condition',
  metric: null,
  metricParams: {},
  dateRange: null,
  operator: null,
  value: null,
  valueTo: null,
  expression: null,
  tolerance: null,
  onMissing: 'missing_data',
  outcome: 'review',
  severity: 'medium',
  weight: 1,
  message: null,
  reasonCode: null,
  effectiveFrom: null,
  effectiveTo: null,
}

/** Throws the errors of a condition, and `duplicate_name`. `at` is its place. */
export async function createRule(ctx: Context, input: RuleCreate, at = ''): Promise<RuleRow> {
  const { metricLabel, condition, ...given } = input
  const metric = given.metric ?? metricLabel
  const body = buildBody(BLANK, {
    ...given,
    metric: metric == null ? metric : metricNamed(metric),
    operator: given.operator ?? condition,
  })
  const metrics = listMetrics(body, at)
  const id = randomUUIDv7()
  const { name, isActive, mode = 'enforced', tags, funderId } = given
  await RULES.refuseTaken(ctx, { name, param: `${at}name` })
  await insertRule(ctx, id, { name, isActive, mode, tags, funderId, metrics, body })
  await keepRuleVersion(ctx, id, { name, body })
  await auditChange(ctx, { id, action: 'created', summary: `Rule ${name} created` })
  return RULES.get(ctx, id)
}

/** A change of what the rule says is a new version. Throws what creating one throws. */
export async function changeRule(
  ctx: Context,
  id: string,
  { patch, check }: { patch: RulePatch; check: MatchCheck<RuleRow> },
): Promise<RuleRow> {
  const before = await RULES.hold(ctx, id)
  await check(before)
  const { name = before.name, isActive, mode = before.mode, tags, funderId } = patch
  const body = buildBody(before.body, patch)
  const metrics = listMetrics(body)
  await RULES.refuseTaken(ctx, { name, self: id })
  const isSame =
    name === before.name &&
    mode === before.mode &&
    isDeepStrictEqual(body, { ...BLANK, ...before.body })
  const version = isSame ? before.version : await keepRuleVersion(ctx, id, { name, body })
  await updateRule(ctx, id, { name, version, isActive, mode, tags, funderId, metrics, body })
  const after = await RULES.get(ctx, id)
  await auditChange(ctx, {
    id,
    action: 'updated',
    summary: isSame ? `Rule ${after.name} changed` : `Rule ${after.name} is version ${version}`,
    changes: wireChanges(flat(before), flat(after)),
  })
  return after
}

/** Its history stays. Throws `rule_not_found`, and `resource_in_use` with the policies it is in. */
export async function removeRule(
  ctx: Context,
  id: string,
  check: MatchCheck<RuleRow>,
): Promise<void> {
  const rule = await RULES.hold(ctx, id)
  await check(rule)
  if (rule.policyIds.length > 0) {
    const users = rule.policyIds.join(', ')
    throw new ApiError('resource_in_use', `The rule ${rule.name} is in these policies: ${users}.`)
  }
  await deleteRule(ctx, id)
  await auditChange(ctx, { id, action: 'deleted', summary: `Rule ${rule.name} deleted` })
}

/** A version of a rule as it is evaluated. */
export function toRule(row: RuleRow): Rule {
  const { id, name, version, isActive, mode, body } = row
  return { ...body, id, name, version, isActive, mode, expression: buildExpression(body) }
}

/**
 * The content of a rule after a change: a new metric replaces an expression, and the reverse.
 * Fields that are not given stay.
 */
export function buildBody(before: RuleBody, input: Partial<RuleCreate>): RuleBody {
  const given = pickGiven(BLANK, input)
  const kind = resolveKind(before, given)
  const isCondition = kind === 'condition'
  // A new operator takes one value unless a second is given with it.
  const valueTo = given.operator != null && given.valueTo === undefined ? null : given.valueTo
  const changed = valueTo === undefined ? given : { ...given, valueTo }
  const body = { ...before, ...changed, kind }
  return {
    ...body,
    metric: isCondition ? body.metric : null,
    operator: isCondition ? body.operator : null,
    value: isCondition ? body.value : null,
    valueTo: isCondition ? body.valueTo : null,
    dateRange: isCondition ? body.dateRange : null,
    metricParams: isCondition ? (body.metricParams ?? {}) : {},
    expression: kind === 'expression' ? body.expression : null,
  }
}

function resolveKind(before: RuleBody, given: Partial<RuleBody>): RuleBody['kind'] {
  if (given.expression != null) {
    if (given.metric == null && given.operator == null) return 'expression'
    const message = 'A rule has an expression or a metric with its operator, not both.'
    throw new ApiError('invalid_expression', message, { param: 'expression' })
  }
  if (given.metric != null) return 'condition'
  return given.kind ?? before.kind
}

/** The metrics of a rule that can be evaluated. Throws the errors of a condition. */
export function listMetrics(body: RuleBody, at = ''): string[] {
  const unknownPlaceholder = body.message === null ? null : findUnknownPlaceholder(body.message)
  if (unknownPlaceholder !== null) {
    const message = `A message cannot hold {${unknownPlaceholder.slice(0, 32)}}; it knows ${PLACEHOLDERS.join(', ')}.`
    throw new ApiError('invalid_format', message, { param: `${at}message` })
  }
  const { effectiveFrom, effectiveTo } = body
  if (effectiveFrom !== null && effectiveTo !== null && effectiveTo < effectiveFrom) {
    const message = 'effective_to must not be before effective_from.'
    throw new ApiError('out_of_range', message, { param: `${at}effective_to` })
  }
  const written = buildExpression(body)
  if (written === null) return []
  const path = body.expression === null ? '' : 'expression'
  const options = { path, tolerance: body.tolerance }
  const { expression, problem } = parseExpression(written, CATALOGUE, options)
  if (problem) throw toApiError(problem, at)
  return [...new Set(listRefs(expression).map(({ metric }) => metric.name))]
}

/** A rule's condition in the names of an expression; null for a person's check. */
function buildExpression(body: RuleBody): Record<string, unknown> | null {
  if (body.kind === 'manual') return null
  if (body.expression !== null) return body.expression
  const { metric, metricParams, dateRange, operator, value, valueTo } = body
  return {
    metric,
    metric_params: metricParams,
    date_range: dateRange,
    operator,
    value,
    value_to: valueTo,
  }
}

/** What a change of the row looks like, without what follows from it. */
function flat({ body, name, isActive, mode, tags, funderId }: RuleRow): object {
  return { ...body, name, isActive, mode, tags, funderId }
}
