import { createMatchCheck } from '../../platform/http/respond.ts'
import { outsideRoute, Reply, route } from '../../platform/route.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { CONDITION_ERRORS } from '../rules/catalogue.ts'
import { getSubmission } from '../records/submissions/store.ts'
import { backtest } from './backtest/backtest.ts'
import { BacktestBody, OneBacktest } from './backtest/schemas.ts'
import { changePolicy, createPolicy, publishPolicy, removePolicy } from './define.ts'
import { evaluatePolicies } from './evaluations/evaluate-policies.ts'
import { overrideResult } from './evaluations/override.ts'
import { presentEvaluation } from './evaluations/present.ts'
import {
  EvaluateBody,
  EvaluationResponse,
  EvaluationList,
  EvaluationQuery,
  OneEvaluation,
  OverrideBody,
  OverrideParams,
} from './evaluations/schemas.ts'
import { EVALUATION_SORTS, listEvaluations } from './evaluations/store.ts'
import { moveCheck } from './progress/move.ts'
import { OneProgress, ProgressBody } from './progress/schemas.ts'
import { OnePolicy, PolicyCreate, PolicyList, PolicyPatch, PolicyQuery } from './schemas.ts'
import { listPolicies, POLICIES, POLICY_SORTS, type ListedPolicy } from './store.ts'

const DEFINITION_ERRORS = ['duplicate_name', 'rule_not_found', ...CONDITION_ERRORS] as const

function presentPolicy({ body, ...row }: ListedPolicy): object {
  return { ...body, ...row }
}

const definitions = [
  route({
    endpoint: 'POST /v1/policies',
    summary: 'Create a policy; its rules can be created with it',
    scope: 'policies:write',
    status: 201,
    isAdditive: true,
    errors: DEFINITION_ERRORS,
    shapes: { body: PolicyCreate, returns: OnePolicy },
    handle: async ({ body }, ctx) => {
      const created = await createPolicy(ctx, body)
      const headers = { location: `/v1/policies/${created.id}` }
      return new Reply({ body: { data: presentPolicy(created) }, headers })
    },
  }),
  route({
    endpoint: 'GET /v1/policies',
    summary: 'List policies, newest first',
    scope: 'policies:read',
    isAdditive: true,
    shapes: { query: PolicyQuery, returns: PolicyList },
    handle: async ({ query }, ctx) => {
      const list = await listPolicies(ctx, query, parsePage(ctx, query, POLICY_SORTS))
      return listBody(list, presentPolicy)
    },
  }),
  route({
    endpoint: 'GET /v1/policies/:id',
    summary: 'Get the newest version of a policy',
    scope: 'policies:read',
    isAdditive: true,
    errors: ['policy_not_found'],
    shapes: { params: IdParams, returns: OnePolicy },
    handle: async ({ params }, ctx) => ({
      data: presentPolicy(await POLICIES.get(ctx, params.id)),
    }),
  }),
  route({
    endpoint: 'PATCH /v1/policies/:id',
    summary: 'Change a policy; the change is a draft until it is published',
    scope: 'policies:write',
    isAdditive: true,
    errors: [
      'policy_not_found',
      'invalid_state_transition',
      'version_conflict',
      ...DEFINITION_ERRORS,
    ],
    shapes: { params: IdParams, body: PolicyPatch, returns: OnePolicy },
    handle: async ({ params, body, ifMatch }, ctx) => {
      const check = createMatchCheck(ifMatch, OnePolicy, presentPolicy)
      return { data: presentPolicy(await changePolicy(ctx, params.id, { patch: body, check })) }
    },
  }),
  route({
    endpoint: 'DELETE /v1/policies/:id',
    summary: 'Delete a policy; its evaluations stay',
    scope: 'policies:write',
    isAdditive: true,
    errors: ['policy_not_found', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removePolicy(ctx, params.id, createMatchCheck(ifMatch, OnePolicy, presentPolicy))
      return { data: { id: params.id, deleted: true } }
    },
  }),
  route({
    endpoint: 'POST /v1/policies/:id/publish',
    summary: 'Put the newest version of a policy in force',
    scope: 'policies:write',
    isAdditive: true,
    errors: ['policy_not_found', 'invalid_state_transition'],
    shapes: { params: IdParams, returns: OnePolicy },
    handle: async ({ params }, ctx) => ({
      data: presentPolicy(await publishPolicy(ctx, params.id)),
    }),
  }),
  outsideRoute({
    endpoint: 'POST /v1/policies/:id/backtest',
    operationId: 'backtestPolicy',
    summary: 'Back-test a policy, or changes to its rules, on processed submissions',
    scope: 'policies:write',
    cost: 'heavy',
    isAdditive: true,
    errors: ['policy_not_found', 'rule_not_found', ...CONDITION_ERRORS],
    shapes: { params: IdParams, body: BacktestBody, returns: OneBacktest },
    handle: async ({ params, body }, ctx) => backtest(ctx, params.id, body),
  }),
]

const evaluations = [
  route({
    endpoint: 'POST /v1/policies/evaluate',
    summary: 'Evaluate policies on a submission: all in force, or those named',
    scope: 'policies:write',
    cost: 'heavy',
    alsoStatus: [202],
    errors: ['submission_not_found', 'policy_not_found', 'rule_not_found'],
    shapes: { body: EvaluateBody, returns: EvaluationResponse },
    handle: async ({ body }, ctx) => evaluatePolicies(ctx, body),
  }),
  route({
    endpoint: 'GET /v1/submissions/:id/policy-evaluations',
    summary: 'List policy evaluations of a submission with changes, newest first',
    scope: 'policies:read',
    errors: ['submission_not_found'],
    shapes: { params: IdParams, query: EvaluationQuery, returns: EvaluationList },
    handle: async ({ params: { id: submissionId }, query }, ctx) => {
      await getSubmission(ctx, submissionId)
      const page = parsePage(ctx, query, EVALUATION_SORTS)
      const filter = { ...query, submissionId }
      const list = await listEvaluations(ctx, filter, page)
      return listBody(list, presentEvaluation)
    },
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/policy-evaluations/:evaluationId/overrides',
    operationId: 'overridePolicyEvaluation',
    summary: 'Override the result of a rule for a submission, and evaluate its policy again',
    scope: 'policies:write',
    isAdditive: true,
    errors: [
      'submission_not_found',
      'policy_evaluation_not_found',
      'rule_not_found',
      'policy_not_found',
    ],
    shapes: { params: OverrideParams, body: OverrideBody, returns: OneEvaluation },
    handle: async ({ params, body }, ctx) => {
      const { id: submissionId, evaluationId } = params
      const evaluation = await overrideResult(ctx, { submissionId, evaluationId }, body)
      return { data: presentEvaluation(evaluation) }
    },
  }),
  route({
    endpoint: 'POST /v1/submissions/:id/policy/progress',
    operationId: 'updatePolicyProgress',
    summary: 'Change a manual check, or get the progress of all',
    scope: 'policies:write',
    errors: [
      'submission_not_found',
      'policy_not_found',
      'rule_not_found',
      'invalid_state_transition',
    ],
    shapes: { params: IdParams, body: ProgressBody, returns: OneProgress },
    handle: async ({ params, body }, ctx) => ({ data: await moveCheck(ctx, params.id, body) }),
  }),
]

/** Paths without parameters come before those that would match them. */
export const policyRoutes = [...evaluations, ...definitions]
