import { findTemplate, TEMPLATES } from '../../core/workflow/templates/index.ts'
import type { Template } from '../../core/workflow/templates/template.ts'
import { completeGraph } from '../../core/workflow/complete.ts'
import { findNodeType } from '../../core/workflow/nodes/index.ts'
import { didYouMean, toSnake } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createWorkflow } from './define.ts'
import { findWorkflowByName, type WorkflowRow } from './store.ts'

const VERSION = 1
const COPIES_MAX = 100

export function listTemplates({ category }: { category?: string }): Summary[] {
  return TEMPLATES.filter((one) => category === undefined || one.category === category).map(
    summarize,
  )
}

/** Throws `workflow_template_not_found`, naming the nearest. */
export function getTemplate(slug: string): Template {
  const template = findTemplate(slug)
  if (template) return template
  const slugs = TEMPLATES.map((one) => one.slug)
  const message = `There is no template ${slug}; there are ${slugs.join(', ')}.${didYouMean(slug, slugs)}`
  throw new ApiError('workflow_template_not_found', message)
}

/** A template with its whole graph. */
export function presentTemplate(template: Template): object {
  const { nodes, edges, variables } = completeGraph(template)
  const { sampleInput } = template
  const wire = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [toSnake(key), one]))
  return {
    ...summarize(template),
    nodes: nodes.map(wire),
    edges: edges.map(wire),
    variables,
    sampleInput,
  }
}

/** A draft of its own; the name of the template unless it is taken or another one is given. */
export async function cloneTemplate(
  ctx: Context,
  slug: string,
  name: string | undefined,
): Promise<WorkflowRow> {
  const { trigger, nodes, edges, variables = {}, description, ...template } = getTemplate(slug)
  const free = name ?? (await findFreeName(ctx, template.name))
  const draft = { name: free, description, trigger, nodes, variables, ...(edges && { edges }) }
  return createWorkflow(ctx, draft, slug)
}

type Summary = { id: string } & Record<string, unknown>

function summarize({ slug, name, description, category, trigger, nodes }: Template): Summary {
  const needs = nodes.flatMap(({ type }) => findNodeType(type)?.requires ?? [])
  const requiredIntegrations = [...new Set(needs.filter((one) => !/:(?:read|write)$/.test(one)))]
  const whole = { type: trigger.type, config: trigger.config ?? {} }
  const own = { slug, name, description, category, trigger: whole }
  return { id: slug, ...own, requiredIntegrations, version: VERSION }
}

async function findFreeName(ctx: Context, name: string): Promise<string> {
  for (let copy = 1; copy <= COPIES_MAX; copy += 1) {
    const wanted = copy === 1 ? name : `${name} (${copy})`
    if ((await findWorkflowByName(ctx, wanted)) === null) return wanted
  }
  return name
}
