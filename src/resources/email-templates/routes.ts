import { renderParts, type RenderedMail } from '../../core/mail/template.ts'
import type { Context } from '../../platform/context.ts'
import { createMatchCheck, type MatchCheck } from '../../platform/http/respond.ts'
import { Reply, route } from '../../platform/route.ts'
import { slicePage } from '../../platform/db/page.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Deleted, IdParams } from '../../platform/wire/shapes.ts'
import { changeTemplate, createTemplate, invalidPart, removeTemplate } from './define.ts'
import { getTemplate, listTemplates, type TemplateRecord } from './in-force.ts'
import {
  OneTemplate,
  OneTemplatePreview,
  TemplateCreate,
  TemplateList,
  TemplatePatch,
  TemplateQuery,
  TemplateRender,
} from './schemas.ts'
import { buildTemplateValues } from './values.ts'

/** Refuses a change when If-Match names another version. */
function matcher(ifMatch: string | null): MatchCheck<TemplateRecord> {
  return createMatchCheck(ifMatch, OneTemplatePreview, (current) => ({ ...current, preview: null }))
}

export const emailTemplateRoutes = [
  route({
    endpoint: 'POST /v1/email-templates',
    summary: 'Create an e-mail template',
    scope: 'emails:write',
    status: 201,
    errors: [
      'duplicate_name',
      'invalid_expression',
      'invalid_document_class',
      'missing_field',
      'too_many',
    ],
    shapes: { body: TemplateCreate, returns: OneTemplate },
    handle: async ({ body }, ctx) => {
      const data = await createTemplate(ctx, body)
      return new Reply({ body: { data }, headers: { location: `/v1/email-templates/${data.id}` } })
    },
  }),
  route({
    endpoint: 'GET /v1/email-templates',
    summary: 'List the e-mail templates: built-in ones, then your own',
    scope: 'emails:read',
    shapes: { query: TemplateQuery, returns: TemplateList },
    handle: async ({ query }, ctx) => {
      const items = (await listTemplates(ctx)).filter((each) => isWanted(each, query))
      return listBody(slicePage(items, parsePage(ctx, query, ['order']), ctx.house.cursors))
    },
  }),
  route({
    endpoint: 'GET /v1/email-templates/:id',
    summary: 'Get an e-mail template; with render=true also as a mail about a submission',
    scope: 'emails:read',
    errors: ['email_template_not_found', 'invalid_expression'],
    shapes: { params: IdParams, query: TemplateRender, returns: OneTemplatePreview },
    handle: async ({ params, query }, ctx) => {
      const template = await getTemplate(ctx, params.id)
      const preview = query.render ? await render(ctx, template, query.submissionId) : null
      return { data: { ...template, preview } }
    },
  }),
  route({
    endpoint: 'PATCH /v1/email-templates/:id',
    summary: 'Change an e-mail template; of a built-in one, whether it is active',
    scope: 'emails:write',
    errors: [
      'email_template_not_found',
      'builtin_immutable',
      'duplicate_name',
      'invalid_expression',
      'invalid_document_class',
      'missing_field',
      'version_conflict',
    ],
    shapes: { params: IdParams, body: TemplatePatch, returns: OneTemplate },
    handle: async ({ params, body, ifMatch }, ctx) => ({
      data: await changeTemplate(ctx, params.id, { patch: body, check: matcher(ifMatch) }),
    }),
  }),
  route({
    endpoint: 'DELETE /v1/email-templates/:id',
    summary: 'Delete an e-mail template; mails that were made of it stay',
    scope: 'emails:write',
    errors: ['email_template_not_found', 'builtin_immutable', 'version_conflict'],
    shapes: { params: IdParams, returns: Deleted },
    handle: async ({ params, ifMatch }, ctx) => {
      await removeTemplate(ctx, params.id, matcher(ifMatch))
      return { data: { id: params.id, deleted: true } }
    },
  }),
]

function isWanted(
  { trigger, isActive, name, subject }: TemplateRecord,
  wanted: Pick<TemplateQuery, 'trigger' | 'isActive' | 'q'>,
): boolean {
  const text = `${name}\n${subject}`.toLowerCase()
  return (
    (wanted.trigger === undefined || wanted.trigger === trigger) &&
    (wanted.isActive === undefined || wanted.isActive === isActive) &&
    text.includes(wanted.q?.toLowerCase() ?? '')
  )
}

async function render(
  ctx: Context,
  template: TemplateRecord,
  submissionId: string | undefined,
): Promise<RenderedMail> {
  const values = await buildTemplateValues(ctx, submissionId ?? null, {})
  const made = renderParts(template, values)
  if (!('value' in made)) throw invalidPart(made)
  return made.value
}
