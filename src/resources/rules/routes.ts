import { createMatchCheck } from '../../platform/http/respond.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { CONDITION_ERRORS } from './catalogue.ts'
import { changeRule, createRule, removeRule } from './define.ts'
import { evaluateOnSubmissions } from './evaluate.ts'
import {
  OneRule,
  RuleCreate,
  RuleEvaluate,
  RuleEvaluations,
  RuleList,
  RulePatch,
  RuleQuery,
} from './schemas.ts'
import { listRules, RULES, RULE_SORTS, type RuleRow } from './store.ts'

/** A rule on the wire: the fields of its version and of its row. */
export function presentRule({ body, ...row }: RuleRow): object {
  return { ...body, ...row }
}

export const ruleRoutes = [
  route({
    endpoint: 'POST /v1/rules',
    summary: 'Create a rule: a condition, a tree of conditions or a manual check',
    scope: 'policies:write',
    status: 201,
    errors: ['duplicate_name', ...CONDITION_ERRORS],
    shapes: { body: RuleCreate, returns: OneRule },
    handle: async ({ body }, ctx) => {
      const created = await createRule(ctx, body)
      const headers = { location: `/v1/rules/${created.id}` }
      return new Reply({ body: { data: presentRule(created) }, headers })
    },
  }),
  route({
    endpoint: 'GET /v1/rules',
    summary: 'List rules, newest first',
    scope: 'policies:read',
    shapes: { query: RuleQuery, returns: RuleList },
    handle: async ({ query }, ctx) => {
      const list = await listRules(ctx, query, parsePage(ctx, query, RULE_SORTS))
      return listBody(list, presentRule)
    },
  }),
  route({
    endpoint: 'GET /v1/rules/:id',
    summary: 'Get a rule',
    scope: 'policies:read',
    errors: ['rule_not_found'],
    shapes: { params: IdParams, returns: OneRule },
    handle: async ({ params }, ctx) => ({ data: presentRule(await RULES.get(ctx, params.id)) }),
  }),
  route({
    endpoint: 'PATCH /v1/rules/:id',
    summary: 'Change a rule; a change of its content is a new version',
    scope: 'policies:write',
    errors: ['rule_not_found', 'version_conflict', 'duplicate_name', ...CONDITION_ERRORS],
    shapes: { params: IdParams, body: RulePatch, returns: OneRule },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OneRule, presentRule)
      return { data: presentRule(await changeRule(ctx, params.id, { patch: body, check })) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/rules/:id',
    summary: 'Delete a rule that no policy uses; evaluations that name it stay',
    scope: 'policies:write',
    errors: ['rule_not_found', 'resource_in_use', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removeRule(ctx, params.id, createMatchCheck(ifMatch, OneRule, presentRule))
      return { data: { id: params.id, deleted: true } }
    },
  }),
  outsideRoute({
    endpoint: 'POST /v1/rules/:id/evaluate',
    summary: 'Evaluate a rule on up to 100 submissions; nothing is stored',
    scope: 'policies:write',
    cost: 'heavy',
    errors: ['rule_not_found', 'submission_not_found'],
    shapes: { params: IdParams, body: RuleEvaluate, returns: RuleEvaluations },
    handle: async ({ params, body }, ctx) => {
      const result = await evaluateOnSubmissions(ctx, params.id, body)
      return ctx.commit(async () => result)
    },
  }),
]
