/** A threshold on a metric, which every engine can express. */
export interface PlainRule {
  name: string
  metric: string
  operator: 'greater_than' | 'less_than' | 'greater_than_or_equal' | 'less_than_or_equal'
  value: number
}

export type Facts = Record<string, number>

/** Another engine with the same rules: how many of them pass. */
export interface Peer {
  name: string
  goal: string
  countPassed: (facts: Facts) => Promise<number>
}

/** Not among our packages: installed by those who want the comparison. */
const OPTIONAL = ['@gorules/zen-engine@0.54.0', 'json-rules-engine@7.3.1']

/** The function that cannot be beaten, a plain walk, and the engines that are installed. */
export async function openPeers(rules: readonly PlainRule[]): Promise<Peer[]> {
  const found = [generated(rules), walk(rules), await zen(rules), await jsonRules(rules)]
  const peers = found.filter((peer) => peer !== null)
  if (peers.length < found.length) {
    console.log(`Left out for want of their packages: npm install --no-save ${OPTIONAL.join(' ')}`)
  }
  return peers
}

const SIGNS: Record<PlainRule['operator'], string> = {
  greater_than: '>',
  greater_than_or_equal: '>=',
  less_than: '<',
  less_than_or_equal: '<=',
}

/** Verdicts alone, without explanations: code that was written for these twenty rules. */
function generated(rules: readonly PlainRule[]): Peer {
  const terms = rules.map(
    ({ metric, operator, value }) => `(f.${metric} ${SIGNS[operator]} ${value} ? 1 : 0)`,
  )
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the rules are ours, and the limit is generated code
  const count = new Function('f', `return ${terms.join(' + ')}`) as (facts: Facts) => number
  return {
    name: 'a generated function, verdicts alone',
    goal: 'ratio ≥ 0.05',
    countPassed: async (facts) => count(facts),
  }
}

/** Verdict, value and threshold of each rule by reading the rules as they are, each time. */
function walk(rules: readonly PlainRule[]): Peer {
  const holds = ({ operator, value }: PlainRule, actual: number): boolean => {
    switch (operator) {
      case 'greater_than':
        return actual > value
      case 'greater_than_or_equal':
        return actual >= value
      case 'less_than':
        return actual < value
      default:
        return actual <= value
    }
  }
  const countPassed = (facts: Facts) => {
    const results = rules.map((rule) => {
      const actual = facts[rule.metric]!
      const passed = holds(rule, actual)
      return { name: rule.name, passed, actual, expected: rule.value }
    })
    return results.filter(({ passed }) => passed).length
  }
  return {
    name: 'a plain walk',
    goal: 'ratio ≥ 0.3',
    countPassed: async (facts) => countPassed(facts),
  }
}

/** A decision table in which every row is one rule and every hit is collected. */
async function zen(rules: readonly PlainRule[]): Promise<Peer | null> {
  const found = await load<{ ZenEngine: new () => ZenEngine }>('@gorules/zen-engine')
  if (found === null) return null
  const table = {
    hitPolicy: 'collect',
    inputs: [{ id: 'all', name: 'all', type: 'expression' }],
    outputs: [
      { id: 'name', name: 'name', field: 'name' },
      { id: 'actual', name: 'actual', field: 'actual' },
      { id: 'expected', name: 'expected', field: 'expected' },
    ],
    rules: rules.map(({ name, metric, operator, value }) => ({
      _id: name,
      all: `${metric} ${SIGNS[operator]} ${value}`,
      name: JSON.stringify(name),
      actual: metric,
      expected: String(value),
    })),
  }
  const node = (id: string, type: string, content: object) => ({
    id,
    name: id,
    type,
    content,
    position: { x: 0, y: 0 },
  })
  const edge = (sourceId: string, targetId: string) => ({
    id: `${sourceId}-${targetId}`,
    type: 'edge',
    sourceId,
    targetId,
  })
  const graph = {
    nodes: [
      node('in', 'inputNode', {}),
      node('table', 'decisionTableNode', table),
      node('out', 'outputNode', {}),
    ],
    edges: [edge('in', 'table'), edge('table', 'out')],
  }
  const decision = new found.ZenEngine().createDecision(graph)
  return {
    name: '@gorules/zen-engine',
    goal: 'ratio ≥ 50',
    countPassed: async (facts) => (await decision.evaluate(facts)).result.length,
  }
}

interface ZenEngine {
  createDecision(graph: object): { evaluate(facts: Facts): Promise<{ result: unknown[] }> }
}

const JSON_RULES: Record<PlainRule['operator'], string> = {
  greater_than: 'greaterThan',
  greater_than_or_equal: 'greaterThanInclusive',
  less_than: 'lessThan',
  less_than_or_equal: 'lessThanInclusive',
}

async function jsonRules(rules: readonly PlainRule[]): Promise<Peer | null> {
  const found = await load<{ Engine: new (rules: object[]) => JsonEngine }>('json-rules-engine')
  if (found === null) return null
  const engine = new found.Engine(
    rules.map(({ name, metric, operator, value }) => ({
      conditions: { all: [{ fact: metric, operator: JSON_RULES[operator], value }] },
      event: { type: name },
    })),
  )
  return {
    name: 'json-rules-engine',
    goal: 'ratio ≥ 100',
    countPassed: async (facts) => (await engine.run(facts)).results.length,
  }
}

interface JsonEngine {
  run(facts: Facts): Promise<{ results: unknown[] }>
}

/** The package, or null when it is not installed. */
async function load<Module>(name: string): Promise<Module | null> {
  try {
    const loaded = (await import(name)) as { default?: Module } & Module
    return loaded.default ?? loaded
  } catch {
    return null
  }
}
