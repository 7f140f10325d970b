import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { advance, RUN_STEPS_MAX, type StepState } from './advance.ts'
import { completeGraph, type Draft } from './complete.ts'
import { listPorts, type Graph } from './graph.ts'
import { readShape, type Shape } from './shape.ts'

/** How a step ends; undefined leaves it open. */
type Outcome = Partial<StepState> & Pick<StepState, 'status'>
type Perform = (step: StepState) => Outcome

interface Ended {
  steps: StepState[]
  run: ReturnType<typeof advance>['run']
}

/** Runs a graph to its end, one step at a time, in an order that `pick` chooses. */
function runToEnd(
  graph: Graph,
  perform: Perform,
  pick: (count: number) => number = () => 0,
): Ended {
  const shape = readShape(graph)
  const steps: StepState[] = []
  for (let turn = 0; turn <= RUN_STEPS_MAX; turn += 1) {
    const { run } = apply(shape, steps)
    if (run.status === 'succeeded' || run.status === 'failed') return { steps, run }
    const due = steps.filter(({ status }) => status === 'pending')
    if (due.length === 0) return { steps, run }
    const step = due[pick(due.length)]!
    Object.assign(step, perform(step))
  }
  throw new Error('The run has no end')
}

function apply(shape: Shape, steps: StepState[]): ReturnType<typeof advance> {
  const result = advance(shape, steps)
  steps.push(...result.insert.map((step) => ({ ...step })))
  for (const { nodeId, iteration } of result.finish) {
    const loop = steps.find((step) => step.nodeId === nodeId && step.iteration === iteration)!
    Object.assign(loop, { status: 'succeeded', port: 'done' })
  }
  return result
}

function toGraph(nodes: Draft['nodes'], edges?: string[]): Graph {
  return completeGraph({
    trigger: { type: 'manual' },
    nodes,
    // a.true>b
    edges: edges?.map((edge) => {
      const [, from, fromPort, to] = /^(\w+)(?:\.(\w+))?>(\w+)$/.exec(edge)!
      return { from: from!, to: to!, ...(fromPort && { fromPort }) }
    }),
  })
}

const done: Outcome = { status: 'succeeded', port: 'default' }

function statuses({ steps }: Ended): Record<string, string> {
  return Object.fromEntries(
    steps.map(({ nodeId, iteration, status }) => [nodeId + (iteration && `#${iteration}`), status]),
  )
}

test('nodes without edges run one after the other', () => {
  const order: string[] = []
  const graph = toGraph([{ type: 'get_submission' }, { type: 'get_submission' }, { type: 'stop' }])
  const ended = runToEnd(graph, (step) => {
    order.push(step.nodeId)
    return step.nodeId === 'stop'
      ? { status: 'succeeded', stop: { status: 'succeeded', message: null } }
      : done
  })
  assert.deepEqual(order, ['get_submission', 'get_submission_2', 'stop'])
  assert.equal(ended.run.status, 'succeeded')
})

test('a branch that is not taken is skipped, and what both lead to runs once', () => {
  const graph = toGraph(
    [
      { id: 'if', type: 'condition' },
      { id: 'yes', type: 'parallel' },
      { id: 'no', type: 'parallel' },
      { id: 'both', type: 'parallel' },
      { id: 'after_no', type: 'parallel' },
    ],
    ['if.true>yes', 'if.false>no', 'yes>both', 'no>both', 'no>after_no'],
  )
  const ended = runToEnd(graph, ({ nodeId }) =>
    nodeId === 'if' ? { status: 'succeeded', port: 'true' } : done,
  )
  assert.deepEqual(statuses(ended), {
    if: 'succeeded',
    yes: 'succeeded',
    no: 'skipped',
    both: 'succeeded',
    after_no: 'skipped',
  })
})

test('a join of any goes on with the first branch and runs once', () => {
  const graph = toGraph(
    [
      { id: 'fast', type: 'parallel' },
      { id: 'slow', type: 'approval' },
      { id: 'join', type: 'join', config: { mode: 'any' } },
      { id: 'last', type: 'parallel' },
    ],
    ['fast>join', 'slow.approved>join', 'join>last'],
  )
  const ended = runToEnd(graph, ({ nodeId }) =>
    nodeId === 'slow' ? { status: 'waiting', port: null } : done,
  )
  assert.equal(statuses(ended).last, 'succeeded')
  assert.equal(ended.run.status, 'waiting')
  const slow = ended.steps.find(({ nodeId }) => nodeId === 'slow')!
  Object.assign(slow, { status: 'succeeded', port: 'approved' })
  const { insert, run } = advance(readShape(graph), ended.steps)
  assert.deepEqual([insert, run.status], [[], 'succeeded'])
})

test('a loop runs its body for each item, no more at a time than it may, and then goes on', () => {
  const graph = toGraph(
    [
      { id: 'each', type: 'loop', config: { concurrency: 2 } },
      { id: 'a', type: 'parallel' },
      { id: 'b', type: 'parallel' },
      { id: 'after', type: 'parallel' },
    ],
    ['each.each>a', 'a>b', 'b>each', 'each.done>after'],
  )
  let openMax = 0
  const shape = readShape(graph)
  const steps: StepState[] = []
  for (let turn = 0; turn < 100; turn += 1) {
    const { run } = apply(shape, steps)
    if (run.status === 'succeeded') break
    const due = steps.filter(({ status }) => status === 'pending')
    openMax = Math.max(openMax, due.filter(({ iteration }) => iteration !== '').length)
    const step = due.at(-1)!
    const isLoop = step.nodeId === 'each'
    Object.assign(step, isLoop ? { status: 'waiting', itemsCount: 5 } : done)
  }
  assert.equal(openMax, 2)
  const ran = steps.filter(({ status }) => status === 'succeeded').length
  assert.equal(ran, 1 + 5 * 2 + 1)
})

test('a loop without items goes on at once', () => {
  const graph = toGraph(
    [
      { id: 'each', type: 'loop' },
      { id: 'a', type: 'parallel' },
      { id: 'after', type: 'parallel' },
    ],
    ['each.each>a', 'a>each', 'each.done>after'],
  )
  const ended = runToEnd(graph, ({ nodeId }) =>
    nodeId === 'each' ? { status: 'waiting', itemsCount: 0 } : done,
  )
  assert.deepEqual(statuses(ended), { each: 'succeeded', after: 'succeeded' })
})

test('a loop in a loop names its iterations by both', () => {
  const graph = toGraph(
    [
      { id: 'outer', type: 'loop' },
      { id: 'inner', type: 'loop' },
      { id: 'a', type: 'parallel' },
    ],
    ['outer.each>inner', 'inner.each>a', 'a>inner', 'inner.done>outer'],
  )
  const ended = runToEnd(graph, ({ nodeId }) =>
    nodeId === 'a' ? done : { status: 'waiting', itemsCount: 2 },
  )
  const names = Object.keys(statuses(ended)).toSorted()
  const expected = ['a#0.0', 'a#0.1', 'a#1.0', 'a#1.1', 'inner#0', 'inner#1', 'outer']
  assert.deepEqual(names, expected)
  assert.equal(ended.run.status, 'succeeded')
})

test('a failed step fails the run, unless its node goes on or branches', () => {
  const nodes: Draft['nodes'] = [
    { id: 'a', type: 'http_request', settings: { onError: 'branch' } },
    { id: 'good', type: 'parallel' },
    { id: 'bad', type: 'parallel' },
  ]
  const graph = toGraph(nodes, ['a>good', 'a.error>bad'])
  const error = { code: 'timeout', message: 'No response.' }
  const handled = runToEnd(graph, ({ nodeId }) =>
    nodeId === 'a' ? { status: 'failed', port: 'error', isHandled: true, error } : done,
  )
  assert.deepEqual(statuses(handled), { a: 'failed', good: 'skipped', bad: 'succeeded' })
  const failed = runToEnd(graph, () => ({ status: 'failed', port: null, error }))
  assert.deepEqual(failed.run, { status: 'failed', error: { ...error, nodeId: 'a' } })
})

test('a disabled node is left out, and the run goes on behind it', () => {
  const graph = toGraph([
    { type: 'delay', settings: { isDisabled: true } },
    { id: 'last', type: 'parallel' },
  ])
  const ended = runToEnd(graph, () => done)
  assert.deepEqual(statuses(ended), { delay: 'skipped', last: 'succeeded' })
})

test('a run that would have too many steps fails and names the limit', () => {
  const graph = toGraph(
    [
      { id: 'each', type: 'loop', config: { concurrency: 10 } },
      ...Array.from({ length: 30 }, (_, at) => ({ id: `n${at}`, type: 'parallel' })),
    ],
    Array.from({ length: 30 }, (_, at) => (at === 0 ? 'each.each>n0' : `n${at - 1}>n${at}`)),
  )
  const ended = runToEnd(graph, ({ nodeId }) =>
    nodeId === 'each' ? { status: 'waiting', itemsCount: 1000 } : done,
  )
  assert.equal(ended.run.status === 'failed' && ended.run.error?.code, 'too_many_steps')
})

/** Graphs without rings: every edge leads to a later node; some nodes are in a loop. */
const anyGraph = fc
  .record({
    types: fc.array(fc.constantFrom('condition', 'parallel', 'join', 'switch', 'delay'), {
      minLength: 1,
      maxLength: 14,
    }),
    links: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 30 }),
    loops: fc.array(fc.tuple(fc.nat(13), fc.integer({ min: 1, max: 4 })), { maxLength: 2 }),
    isAny: fc.boolean(),
  })
  .map(({ types, links, loops }) => {
    const nodes: Draft['nodes'] = types.map((type, at) => ({
      id: `n${at}`,
      type,
      config: buildConfig(type),
    }))
    const whole = completeGraph({ trigger: { type: 'manual' }, nodes }).nodes
    const edges = links.flatMap(([a, b, p]) => {
      const from = a % types.length
      const left = types.length - from - 1
      if (left === 0) return []
      const ports = listPorts(whole[from]!)
      return [
        { from: `n${from}`, to: `n${from + 1 + (b % left)}`, fromPort: ports[p % ports.length]! },
      ]
    })
    const looped = loops.flatMap(([at, length], index) => {
      const ids = Array.from({ length }, (_, place) => `l${index}_${place}`)
      nodes.push({ id: `loop${index}`, type: 'loop' })
      for (const id of ids) nodes.push({ id, type: 'parallel' })
      const body = ids.map((id, place) => ({
        from: place === 0 ? `loop${index}` : ids[place - 1]!,
        to: id,
        fromPort: place === 0 ? 'each' : 'default',
      }))
      return [
        {
          from: `n${at % types.length}`,
          to: `loop${index}`,
          fromPort: findFirstPort(whole[at % types.length]!),
        },
        ...body,
        { from: ids.at(-1)!, to: `loop${index}`, fromPort: 'default' },
      ]
    })
    return completeGraph({ trigger: { type: 'manual' }, nodes, edges: [...edges, ...looped] })
  })

function findFirstPort(node: Graph['nodes'][number]): string {
  return listPorts(node)[0]!
}

function buildConfig(type: string): Record<string, unknown> {
  return type === 'switch' ? { cases: [{ name: 'a' }, { name: 'b' }] } : {}
}

/** The same end of a step whenever it runs. */
function createPerform(graph: Graph, seed: number): Perform {
  return ({ nodeId, iteration }) => {
    const node = graph.nodes.find(({ id }) => id === nodeId)!
    const number = [...`${seed}${nodeId}${iteration}`].reduce(
      (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521,
      7,
    )
    if (node.type === 'loop') return { status: 'waiting', itemsCount: number % 4 }
    const ports = listPorts(node)
    return { status: 'succeeded', port: ports[number % ports.length]! }
  }
}

/** What runs, read from the definition alone: a node runs when an edge that fired leads to it. */
function listExpected(graph: Graph, perform: Perform): string[] {
  const shape = readShape(graph)
  const ran = new Map<string, StepState['port']>()
  const items = new Map<string, number>()
  const visit = (loopId: string, iteration: string): void => {
    for (const id of shape.levels.get(loopId) ?? []) {
      const fires = (shape.incoming.get(id) ?? []).some(
        ({ from, fromPort }) =>
          from === 'trigger' || fromPort === 'each' || ran.get(`${from}#${iteration}`) === fromPort,
      )
      if (!fires) continue
      const end = perform({ nodeId: id, iteration, status: 'pending', port: null })
      ran.set(`${id}#${iteration}`, end.status === 'waiting' ? 'done' : end.port!)
      items.set(id, end.itemsCount ?? 0)
      for (let index = 0; index < (end.itemsCount ?? 0); index += 1)
        visit(id, iteration === '' ? `${index}` : `${iteration}.${index}`)
    }
  }
  visit('', '')
  return [...ran.keys()].toSorted()
}

test('whatever the order of the steps, the same ones run, each once, and the run ends', () => {
  fc.assert(
    fc.property(anyGraph, fc.nat(), fc.infiniteStream(fc.nat()), (graph, seed, numbers) => {
      const perform = createPerform(graph, seed)
      const pick = (count: number): number => numbers.next().value! % count
      const ended = runToEnd(graph, perform, pick)
      assert.equal(ended.run.status, 'succeeded')
      const keys = ended.steps.map(({ nodeId, iteration }) => `${nodeId}#${iteration}`)
      assert.equal(new Set(keys).size, keys.length)
      const ran = ended.steps
        .filter(({ status }) => status === 'succeeded')
        .map(({ nodeId, iteration }) => `${nodeId}#${iteration}`)
      assert.deepEqual(ran.toSorted(), listExpected(graph, perform))
    }),
    { numRuns: 1000 },
  )
})

test('what was applied is not returned again, so a repeated call changes nothing', () => {
  fc.assert(
    fc.property(anyGraph, fc.nat(), fc.nat(20), (graph, seed, turns) => {
      const shape = readShape(graph)
      const steps: StepState[] = []
      const perform = createPerform(graph, seed)
      for (let turn = 0; turn < turns; turn += 1) {
        apply(shape, steps)
        const due = steps.find(({ status }) => status === 'pending')
        if (due) Object.assign(due, perform(due))
      }
      apply(shape, steps)
      const again = advance(shape, steps)
      assert.deepEqual([again.insert, again.finish], [[], []])
    }),
    { numRuns: 300 },
  )
})
