import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addNode,
  changeNode,
  listPorts,
  listSteps,
  removeNode,
  setAfter,
  type Edge,
  type Graph,
  type Node,
  type NodeTypes,
} from './graph.ts'

const types = new Map([
  ['note', { type: 'note', label: 'Note', output_ports: ['default'] }],
  ['condition', { type: 'condition', label: 'Condition', output_ports: ['true', 'false'] }],
  ['stop', { type: 'stop', label: 'Stop', output_ports: [] }],
]) as never as NodeTypes
const empty: Graph = { trigger: { type: 'manual', config: {} }, nodes: [], edges: [] }

describe('the list builder of workflows', () => {
  test('puts a step between a port and what followed it', () => {
    const graph = build('trigger>a', 'a>b')
    const added = addNode(graph, { from: 'a', port: 'default' }, types.get('note')!)
    assert.deepEqual(show(added), ['trigger>a', 'note>b', 'a>note'])
    assert.deepEqual(
      listSteps(added).map(({ node }) => node.id),
      ['a', 'note', 'b'],
    )
  })

  test('ends the way at a step that has no port, and names each step of its own', () => {
    const graph = build('trigger>stop', 'stop>b')
    const added = addNode(graph, { from: 'trigger', port: 'default' }, types.get('stop')!)
    assert.deepEqual(show(added), ['stop>b', 'trigger>stop_2'])
  })

  test('closes the gap where a step is taken out', () => {
    const graph = build('trigger>a', 'a>b', 'b>c')
    assert.deepEqual(show(removeNode(graph, 'b', types)), ['trigger>a', 'a>c'])
    assert.deepEqual(show(removeNode(graph, 'c', types)), ['trigger>a', 'a>b'])
  })

  test('goes on by the first port where a branch is taken out', () => {
    const graph = build('trigger>a', 'a:true>b', 'a:false>c')
    const branching = changeNode(graph, 'a', { type: 'condition' })
    assert.deepEqual(show(removeNode(branching, 'a', types)), ['trigger>b'])
  })

  test('indents what stands behind a branch, and keeps what nothing leads to', () => {
    const graph = build('trigger>a', 'a:true>b', 'a:false>c', 'd>d')
    const steps = listSteps({ ...graph, edges: graph.edges.slice(0, 3) })
    assert.deepEqual(
      steps.map(({ node, depth }) => [node.id, depth]),
      [
        ['a', 0],
        ['b', 1],
        ['c', 1],
        ['d', 0],
      ],
    )
  })

  test('lets a step run after several ports, each once', () => {
    const after = [
      { from: 'a', port: 'default' },
      { from: 'b', port: 'default' },
      { from: 'a', port: 'default' },
    ]
    const graph = setAfter(build('trigger>a', 'trigger>b', 'trigger>c'), 'c', after)
    assert.deepEqual(show(graph), ['trigger>a', 'trigger>b', 'a>c', 'b>c'])
  })

  test('has a port for each case of a switch, and one for errors where it branches', () => {
    const node = makeNode('s', 'switch')
    const config = { cases: [{ name: 'big' }] }
    const settings = { ...node.settings, on_error: 'branch' }
    const ports = listPorts({ ...node, config, settings }, types)
    assert.deepEqual(ports, ['case:big', 'default', 'error'])
  })
})

function build(...ways: string[]): Graph {
  const edges = ways.map((way): Edge => {
    const [begin = '', to = ''] = way.split('>')
    const [from = '', port = 'default'] = begin.split(':')
    return { id: way, from, to, from_port: port }
  })
  const ids = new Set(edges.flatMap(({ from, to }) => [from, to]))
  ids.delete('trigger')
  return { ...empty, nodes: [...ids].map((id) => makeNode(id, 'note')), edges }
}

function makeNode(id: string, type: string): Node {
  const settings = {
    is_disabled: false,
    timeout_seconds: 60,
    retries: { max: 1, backoff_seconds: 1 },
    on_error: 'fail',
  }
  return { id, type, name: id, x: 0, y: 0, config: {}, settings }
}

function show({ edges }: Graph): string[] {
  return edges.map(({ from, to }) => `${from}>${to}`)
}
