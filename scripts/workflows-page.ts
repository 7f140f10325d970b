import { LOOP_ITEMS_MAX, RUN_STEPS_MAX } from '../src/core/workflow/advance.ts'
import { NODE_CATEGORIES } from '../src/core/workflow/nodes/node-type.ts'
import { NODE_TYPES } from '../src/core/workflow/nodes/index.ts'
import { TEMPLATES } from '../src/core/workflow/templates/index.ts'
import { TRIGGER_TYPES } from '../src/core/workflow/triggers.ts'
import { STEP_ERRORS } from '../src/resources/workflows/actions/action.ts'
import { code, page, table } from './markdown.ts'

/** What a workflow can be made of. */
export function workflowsPage(): string {
  const parts = [
    INTRODUCTION,
    '## Triggers',
    table(
      ['type', 'begins a run', 'ready'],
      TRIGGER_TYPES.map(({ type, description, unavailable }) => [
        code(type),
        description,
        unavailable ?? 'yes',
      ]),
    ),
    ...NODE_CATEGORIES.flatMap((category) => [`## Nodes: ${category}`, nodesTable(category)]),
    '## Templates',
    table(
      ['slug', 'does'],
      TEMPLATES.map(({ slug, description }) => [code(slug), description]),
    ),
    '## Why a step fails',
    'A step may have the codes of the API too. What may help is tried again, as its node says.',
    errorsTable(),
  ]
  const origin =
    '<!-- Written by npm run golden from the lists of nodes, triggers and templates. -->'
  return page('Workflows', origin, [parts.join('\n\n')])
}

function errorsTable(): string {
  return table(
    ['code', 'meaning', 'tried again'],
    Object.entries(STEP_ERRORS).map(([name, { meaning, isRetryable }]) => [
      code(name),
      meaning,
      isRetryable ? 'yes' : 'no',
    ]),
  )
}

const INTRODUCTION = `A workflow is a graph of nodes that a trigger begins. \`POST /v1/workflows\` makes a draft,
\`POST /v1/workflows/:id/activate\` lets it run with the scopes of whoever activates it, and
\`GET /v1/workflow-executions/:id\` shows each step of a run.

- An effect within the service, the end of its step and the steps that follow are one transaction: each is
  done once, whatever dies. What leaves the house leaves it at least once, under one key of the step, in
  \`Idempotency-Key\` or \`Message-ID\`.
- Texts hold \`{{ }}\`: \`trigger\`, \`submission\`, \`nodes.<id>\`, \`vars\`, \`item\`, \`index\`, \`env.mode\`; a
  filter of events also \`event\`. Conditions compare with the operators of rules, or are CEL.
- A run has at most ${RUN_STEPS_MAX} steps, a loop ${LOOP_ITEMS_MAX} items, a wait 30 days. What a run kept with
  \`set_variable\` is its output.
- A workflow whose events lead back to itself ends after three runs, with \`recursion\`.
- In the test mode no mail is sent. \`http_request\` and \`send_webhook\` reach the hosts of the setting
  \`allowed_outbound_hosts\` alone, \`save_to_storage\` the bucket of the app \`s3_bucket\` of its mode.
- A secret is no part of a graph: a field that looks like one keeps it from being activated.`

function nodesTable(category: string): string {
  return table(
    ['type', 'does', 'ports', 'changes', 'needs'],
    NODE_TYPES.filter((one) => one.category === category).map(
      ({ type, description, ports, sideEffects, requires }) => [
        code(type),
        description,
        ports.map(code).join(' '),
        sideEffects,
        requires.map(code).join(' '),
      ],
    ),
  )
}
