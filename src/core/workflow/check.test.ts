import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureProcessorMs } from '../../../test/processor-time.ts'
import { checkGraph, listUnsupported } from './check.ts'
import { completeGraph, type Draft } from './complete.ts'
import { findNextFire } from './cron.ts'
import { NODE_TYPES } from './nodes/index.ts'
import { TRIGGER_TYPES } from './triggers.ts'

const EVENTS = ['submission.processed', 'document.parsed']

function listCodes(draft: Partial<Draft>): string[] {
  const graph = completeGraph({ trigger: { type: 'manual' }, nodes: [], ...draft })
  return checkGraph(graph, EVENTS).map(({ nodeId, code }) => `${nodeId}: ${code}`)
}

test('a list of nodes is a graph in a column, wired in its order', () => {
  const graph = completeGraph({
    trigger: { type: 'manual' },
    nodes: [
      { type: 'get_submission' },
      { type: 'condition', config: { expression: 'nodes.get_submission.submission.name != ""' } },
      { type: 'add_tag', config: { tag: 'named' } },
      { type: 'add_tag', config: { tag: 'again' } },
    ],
  })
  assert.deepEqual(
    graph.edges.map(({ from, fromPort, to }) => `${from}.${fromPort}>${to}`),
    [
      'trigger.default>get_submission',
      'get_submission.default>condition',
      'condition.true>add_tag',
      'add_tag.default>add_tag_2',
    ],
  )
  assert.deepEqual(
    graph.nodes.map(({ x, y }) => [x, y]),
    [
      [0, 120],
      [0, 240],
      [0, 360],
      [0, 480],
    ],
  )
  assert.deepEqual(checkGraph(graph, EVENTS), [])
})

test('an older name of a report is the report', () => {
  const { nodes } = completeGraph({
    trigger: { type: 'manual' },
    nodes: [{ type: 'compute_scorecard' }],
  })
  assert.deepEqual([nodes[0]!.type, nodes[0]!.config], ['get_report', { report: 'scorecard' }])
})

const tag = { type: 'add_tag', config: { tag: 'a' } }
const WRONG: [name: string, draft: Partial<Draft>, code: string][] = [
  ['no nodes', {}, 'null: no_nodes'],
  [
    'two equal ids',
    {
      nodes: [
        { ...tag, id: 'a' },
        { ...tag, id: 'a' },
      ],
    },
    'a: duplicate_node_id',
  ],
  ['an id that no expression can name', { nodes: [{ ...tag, id: 'a-b' }] }, 'a-b: invalid_node_id'],
  [
    'an edge to nowhere',
    { nodes: [{ ...tag, id: 'a' }], edges: [{ from: 'a', to: 'b' }] },
    'null: dangling_edge',
  ],
  [
    'a port that is not there',
    {
      nodes: [
        { ...tag, id: 'a' },
        { ...tag, id: 'b' },
      ],
      edges: [{ from: 'a', to: 'b', fromPort: 'true' }],
    },
    'a: unknown_port',
  ],
  [
    'a ring',
    {
      nodes: [
        { ...tag, id: 'a' },
        { ...tag, id: 'b' },
      ],
      edges: [
        { from: 'trigger', to: 'a' },
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    },
    'a: cycle',
  ],
  [
    'a body that is entered from outside',
    {
      nodes: [
        { ...tag, id: 'first' },
        { id: 'each', type: 'loop', config: { items: [1] } },
        { ...tag, id: 'in' },
      ],
      edges: [
        { from: 'first', to: 'each' },
        { from: 'first', to: 'in' },
        { from: 'each', to: 'in', fromPort: 'each' },
      ],
    },
    'in: loop_entered',
  ],
  [
    'an error that leads nowhere',
    { nodes: [{ ...tag, id: 'a', settings: { onError: 'branch' } }] },
    'a: error_port_unwired',
  ],
  ['a missing field', { nodes: [{ id: 'a', type: 'add_tag' }] }, 'a: missing_field'],
  [
    'an unknown field',
    { nodes: [{ id: 'a', type: 'add_tag', config: { tag: 'a', tags: 1 } }] },
    'a: unknown_field',
  ],
  [
    'a wrong type',
    { nodes: [{ id: 'a', type: 'add_tag', config: { tag: 1 } }] },
    'a: invalid_config',
  ],
  [
    'a secret',
    {
      nodes: [
        {
          id: 'a',
          type: 'http_request',
          config: { method: 'GET', url: 'https://a.test', headers: { Authorization: 'Bearer x' } },
        },
      ],
    },
    'a: secret_in_config',
  ],
  [
    'an expression that is none',
    { nodes: [{ id: 'a', type: 'condition', config: { expression: '1 +' } }] },
    'a: invalid_expression',
  ],
  [
    'a filter that is none',
    { nodes: [{ id: 'a', type: 'add_tag', config: { tag: '{{ env.mode | uper }}' } }] },
    'a: invalid_expression',
  ],
  [
    'a node that is not there',
    { nodes: [{ id: 'a', type: 'add_tag', config: { tag: '{{ nodes.b.tag }}' } }] },
    'a: unknown_node',
  ],
  [
    'a node that comes later',
    {
      nodes: [
        { id: 'a', type: 'add_tag', config: { tag: '{{ nodes.b.tags }}' } },
        { ...tag, id: 'b' },
      ],
    },
    'a: not_before',
  ],
  [
    'a field that no output has',
    {
      nodes: [
        { ...tag, id: 'a' },
        { id: 'b', type: 'add_tag', config: { tag: '{{ nodes.a.tgas }}' } },
      ],
    },
    'b: unknown_field',
  ],
  [
    'a variable that nobody sets',
    { nodes: [{ id: 'a', type: 'add_tag', config: { tag: '{{ vars.x }}' } }] },
    'a: unknown_variable',
  ],
  [
    'an item outside of a loop',
    { nodes: [{ id: 'a', type: 'add_tag', config: { tag: '{{ item }}' } }] },
    'a: no_item',
  ],
  [
    'an operator that needs an earlier value',
    {
      nodes: [
        {
          id: 'a',
          type: 'condition',
          config: { all: [{ left: 1, op: 'changed_by_more_than', right: 1 }] },
        },
      ],
    },
    'a: invalid_operator',
  ],
  ['an unknown trigger', { trigger: { type: 'evnt' }, nodes: [tag] }, 'trigger: unknown_trigger'],
  [
    'an unknown event',
    { trigger: { type: 'event', config: { event_type: 'submission.done' } }, nodes: [tag] },
    'trigger: invalid_event_type',
  ],
  [
    'a schedule that never fires',
    {
      trigger: { type: 'schedule', config: { cron: '0 0 31 2 *', timezone: 'UTC' } },
      nodes: [tag],
    },
    'trigger: invalid_cron',
  ],
  [
    'a zone that is none',
    {
      trigger: { type: 'schedule', config: { cron: '0 9 * * 1', timezone: 'Mars/Base' } },
      nodes: [tag],
    },
    'trigger: invalid_cron',
  ],
  [
    'a filter of a trigger that is none',
    {
      trigger: { type: 'document_parsed', config: { filter: { expression: 'a b' } } },
      nodes: [tag],
    },
    'trigger: invalid_expression',
  ],
]

for (const [name, draft, code] of WRONG)
  test(`${name} is a problem that names its place`, () => {
    assert.deepEqual(listCodes(draft), [code])
  })

test('a text that is filled in later fits a field of any type', () => {
  const config = { limit: '{{ vars.count }}', min_score: 50 }
  const nodes = [{ id: 'a', type: 'match_funders', config }]
  assert.deepEqual(listCodes({ nodes, variables: { count: 3 } }), [])
})

test('a node type that does not exist is no problem of the graph, and cannot run', () => {
  const graph = completeGraph({ trigger: { type: 'manual' }, nodes: [{ type: 'teleport' }] })
  assert.deepEqual(checkGraph(graph, EVENTS), [])
  const [found] = listUnsupported(graph, () => true)
  assert.equal(found?.type, 'teleport')
  assert.match(found.reason, /^There is no node type teleport\./)
})

for (const { type, category, ports, nextPort, output, config, description } of NODE_TYPES)
  test(`the node type ${type} is declared in full`, () => {
    assert.match(type, /^[a-z]+(?:_[a-z]+)*$/)
    assert.equal(NODE_TYPES.filter((one) => one.type === type).length, 1)
    assert.ok(category.length > 0 && description.endsWith('.') && description.length <= 110)
    assert.ok(nextPort === null ? ports.length === 0 : ports.includes(nextPort))
    assert.equal((output as { type?: string }).type, 'object')
    assert.equal((config as { additionalProperties?: boolean }).additionalProperties, false)
  })

test('54 types of nodes and nine triggers are declared', () => {
  assert.deepEqual([NODE_TYPES.length, TRIGGER_TYPES.length], [54, 9])
})

test('a graph of 200 nodes is checked in a moment', async () => {
  const nodes = Array.from({ length: 200 }, (_, at) => ({
    id: `n${at}`,
    type: 'condition',
    config: { expression: at === 0 ? 'true' : `nodes.n${at - 1}.result == true` },
  }))
  const graph = completeGraph({ trigger: { type: 'manual' }, nodes })
  checkGraph(graph, EVENTS)
  const ms = await measureProcessorMs(() => assert.deepEqual(checkGraph(graph, EVENTS), []))
  assert.ok(ms < 200, `${ms} ms`)
})

test('a schedule goes by the clocks of its zone on the days that change them', () => {
  const next = (cron: string, timezone: string, after: string): string => {
    const found = findNextFire({ cron, timezone }, Date.parse(after))
    return 'problem' in found ? found.problem : new Date(found.value).toISOString()
  }
  const zone = 'America/New_York'
  assert.equal(next('0 9 * * *', zone, '2026-03-07T15:00:00Z'), '2026-03-08T13:00:00.000Z')
  assert.equal(next('30 2 * * *', zone, '2026-03-08T05:00:00Z'), '2026-03-08T07:00:00.000Z')
  assert.equal(next('30 1 * * *', zone, '2026-11-01T04:00:00Z'), '2026-11-01T05:30:00.000Z')
  assert.equal(next('30 1 * * *', zone, '2026-11-01T05:30:00Z'), '2026-11-02T06:30:00.000Z')
  assert.match(next('* * * * * *', zone, '2026-11-01T05:30:00Z'), /./)
})
