import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { Reply, route } from '../../platform/route.ts'
import { listBody, parsePage, sliceFixed } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { changeRenameRule, createRenameRule, removeRenameRule } from './define.ts'
import {
  OneRenameRule,
  RenameRuleCreate,
  RenameRuleList,
  RenameRulePatch,
  RenameRuleQuery,
  VariableList,
  VariableQuery,
} from './schemas.ts'
import { listRenameRules, RENAME_RULES, RENAME_RULE_SORTS } from './store.ts'
import { listVariables } from './variables.ts'

/** Refuses a change when If-Match names another version. */
function matcher(ifMatch: string | null): MatchCheck<object> {
  return createMatchCheck(ifMatch, OneRenameRule, (current) => current)
}

export const fileRenameRuleRoutes = [
  route({
    endpoint: 'GET /v1/file-rename-rules/variables',
    operationId: 'listFileRenameVariables',
    summary: 'List the variables and filters of name templates',
    scope: 'documents:read',
    shapes: { query: VariableQuery, returns: VariableList },
    handle: async ({ query }, ctx) => listBody(sliceFixed(ctx, query, listVariables())),
  }),
  route({
    endpoint: 'GET /v1/file-rename-rules',
    summary: 'List file rename rules',
    scope: 'documents:read',
    isAdditive: true,
    shapes: { query: RenameRuleQuery, returns: RenameRuleList },
    handle: async ({ query }, ctx) => {
      return listBody(await listRenameRules(ctx, query, parsePage(ctx, query, RENAME_RULE_SORTS)))
    },
  }),
  route({
    endpoint: 'POST /v1/file-rename-rules',
    summary: 'Create a rule that names documents of a class by a template once read',
    scope: 'documents:write',
    status: 201,
    isAdditive: true,
    errors: ['duplicate_name', 'invalid_document_class'],
    shapes: { body: RenameRuleCreate, returns: OneRenameRule },
    handle: async ({ body }, ctx) => {
      const data = await createRenameRule(ctx, body)
      return new Reply({
        body: { data },
        headers: { location: `/v1/file-rename-rules/${data.id}` },
      })
    },
  }),
  route({
    endpoint: 'GET /v1/file-rename-rules/:id',
    summary: 'Get a file rename rule',
    scope: 'documents:read',
    isAdditive: true,
    errors: ['file_rename_rule_not_found'],
    shapes: { params: IdParams, returns: OneRenameRule },
    handle: async ({ params }, ctx) => ({ data: await RENAME_RULES.get(ctx, params.id) }),
  }),
  route({
    endpoint: 'PATCH /v1/file-rename-rules/:id',
    summary: 'Change a file rename rule; documents keep their names',
    scope: 'documents:write',
    isAdditive: true,
    errors: [
      'file_rename_rule_not_found',
      'duplicate_name',
      'invalid_document_class',
      'version_conflict',
    ],
    shapes: { params: IdParams, body: RenameRulePatch, returns: OneRenameRule },
    handle: async ({ params, body, ifMatch }, ctx) => ({
      data: await changeRenameRule(ctx, params.id, { patch: body, check: matcher(ifMatch) }),
    }),
  }),
  route({
    endpoint: 'DELETE /v1/file-rename-rules/:id',
    summary: 'Delete a file rename rule; documents keep their names',
    scope: 'documents:write',
    isAdditive: true,
    errors: ['file_rename_rule_not_found', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removeRenameRule(ctx, params.id, matcher(ifMatch))
      return { data: { id: params.id, deleted: true } }
    },
  }),
]
