import { PROMPTS } from '../prompts.ts'
import { RESOURCES } from '../resources.ts'
import { TOOLSETS } from '../tools/index.ts'
import { inspectorCall, localSetUp, setUpsFor, type SetUp } from './set-up.ts'

/** A part of a page, printed as Markdown or as HTML. `code` marks are those of Markdown. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'code'; format: string; text: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }

const WORKFLOW = {
  name: 'Sleep over it',
  trigger: { type: 'manual' },
  nodes: [
    { id: 'wait', type: 'delay', config: { for: { value: 1, unit: 'business_days' } } },
    { id: 'end', type: 'stop', config: { status: 'succeeded' } },
  ],
}

/** The page about agents, for the address of a service. */
export function agentsGuide(url: string): Block[] {
  return [
    text(
      `The API is offered to agents over the Model Context Protocol, at \`${url}/mcp\`: every version ` +
        'of the protocol from 2024-11-05 to 2026-07-28. An agent sees what its key sees; a key of the ' +
        'test mode is the place to begin. Programs that sign people in need no key: they find the ' +
        'way by themselves, and a person consents in the browser.',
    ),
    heading('Set-up'),
    ...setUpsFor(url).flatMap(describeSetUp),
    ...localBlocks(url),
    heading('Is it there?'),
    text('The official Inspector, on Node 22.19 or later, lists the tools, here their number, 45:'),
    { kind: 'code', format: 'sh', text: inspectorCall(url) },
    ...toolBlocks(),
    ...contentBlocks(),
    ...resultBlocks(),
    heading('A workflow made by an agent'),
    text(
      'After `service_list_node_types` with a category, one call of `service_create_workflow`. ' +
        'Places and edges are left out: nodes stand in a column and follow each other. The workflow ' +
        'is a draft until `service_activate_workflow`, which names whatever cannot run.',
    ),
    { kind: 'code', format: 'json', text: JSON.stringify(WORKFLOW, null, 2) },
  ]
}

function localBlocks(url: string): Block[] {
  return [
    text(
      'Over stdio, an agent uploads files of the own machine by their path, within the folder ' +
        '`MCP_FILES_ROOT`. `npm run pack-tools` in the sources of the service writes the package: ' +
        'one file of JavaScript for Node.js 20 or newer.',
    ),
    { kind: 'code', format: 'sh', text: 'npm install --global dist/assay-mcp-*.tgz' },
    ...describeSetUp(localSetUp(url)),
    text(
      'The same program serves many callers with `MCP_TRANSPORT=http`, on port 3333. ' +
        '`MCP_TOOLSETS` and `MCP_READ_ONLY` offer less, as do the headers `X-MCP-Toolsets` and ' +
        '`X-MCP-Readonly` of a request.',
    ),
  ]
}

function describeSetUp({ program, place, format, text: lines }: SetUp): Block[] {
  return [text(`**${program}**: ${place}`), { kind: 'code', format, text: lines }]
}

function toolBlocks(): Block[] {
  const rows = Object.entries(TOOLSETS).flatMap(([toolset, tools]) =>
    tools.map(({ name, purpose, endpoint }) => [mark(name), toolset, purpose, mark(endpoint)]),
  )
  return [heading('Tools'), { kind: 'table', head: ['tool', 'set', 'what for', 'calls'], rows }]
}

function contentBlocks(): Block[] {
  return [
    heading('Resources and prompts'),
    {
      kind: 'table',
      head: ['name', 'what'],
      rows: [
        ...RESOURCES.map(({ uri, description }) => [mark(uri), description]),
        ...PROMPTS.map(({ name, description }) => [`prompt ${mark(name)}`, description]),
      ],
    },
  ]
}

function resultBlocks(): Block[] {
  return [
    heading('What an agent reads'),
    text(
      'A result is a short text, and the same facts as data: at most 1,200 tokens unless the call ' +
        'wants more rows. What is cut is named. Its last line is the request, so that a person can ' +
        'repeat it; `service_get_transactions` with `metric` lists the rows behind a number.',
    ),
    text(
      'Everything that came in with a deal stands between `⟦data⟧` and `⟦/data⟧`: descriptions, ' +
        'names, memos. It is cleaned of what nobody sees, and agents are instructed never to follow it. ' +
        'Social security numbers and dates of birth are left out.',
    ),
    text(
      'An error is one sentence with what is valid, and the call to make next. A call that is ' +
        'repeated within a minute makes nothing twice. A delete says what it would remove, and ' +
        'needs `confirm=true`.',
    ),
  ]
}

function heading(title: string): Block {
  return { kind: 'heading', text: title }
}

function text(paragraph: string): Block {
  return { kind: 'text', text: paragraph }
}

function mark(name: string): string {
  return `\`${name}\``
}
