import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { outlineRoutes } from '../../test/agent-routes.ts'
import { matchGolden } from '../../test/golden.ts'
import { ROUTES } from '../resources/index.ts'
import { findField, getOutline, listTools, toInput, type Selection } from './catalogue.ts'
import { parseFields, type Fields } from './present/fields.ts'
import { NEXT_CALLS } from './present/fault.ts'
import { PROMPTS } from './prompts.ts'
import { INSTRUCTIONS } from './server.ts'
import { splitPick } from './tools/declare.ts'
import { TOOLS } from './tools/index.ts'

const ALL: Selection = { toolsets: null, isReadOnly: false, mayReadFiles: true }
const TOKENS_MAX = 4_500
const TOOL_TOKENS_MAX = 220
const PURPOSE_MAX = 110
const LISTED = listTools(ALL)

/** The tools of the interface, in the order of its tables. */
const NAMES = `
  list_node_types list_workflow_templates get_workflow_template clone_workflow_template
  create_workflow update_workflow list_workflows get_workflow delete_workflow activate_workflow
  deactivate_workflow run_workflow list_workflow_runs get_workflow_run
  create_submission get_submission list_submissions update_submission start_workflow
  get_processing_status find_duplicates delete_submission
  upload_document list_documents get_parsed_results reclassify_document split_document
  get_scorecard get_cashflow get_risk_score get_balances get_anomalies get_forecasts get_statistics
  get_recurring get_merchant_summary
  evaluate_policy create_rule list_rules get_policy_history
  enrich_transactions create_transactions get_transactions
  import_provider_a import_bank_pdf`

test('the outlines of the routes are those of the routes', () => {
  const entries = Object.entries(outlineRoutes())
  const lines = entries.map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
  matchGolden('src/mcp/routes.json', `{\n${lines.join(',\n')}\n}\n`)
})

test('the 45 tools of the interface are listed, and no other', () => {
  const names = NAMES.trim().split(/\s+/)
  assert.equal(names.length, 45)
  assert.deepEqual(
    LISTED.map(({ name }) => name).toSorted(),
    names.map((name) => `service_${name}`).toSorted(),
  )
})

test('every argument of every tool is one of its route', () => {
  for (const { name, endpoint, picks } of TOOLS) {
    for (const { argument, field } of picks.map(splitPick))
      assert.ok(findField(endpoint, field), `${name}: ${endpoint} has no ${field} for ${argument}`)
  }
})

test('whatever a route requires, its tool requires', () => {
  for (const declared of TOOLS) {
    const { required = [] } = toInput(declared, ALL)
    const needed = getOutline(declared.endpoint).required
    const picked = declared.picks.map(splitPick)
    for (const field of needed) {
      const argument = picked.find((pick) => pick.field === field)?.argument
      assert.ok(argument && required.includes(argument), `${declared.name} lacks ${field}`)
    }
  }
})

test('every tool is one of a route that the service has', () => {
  const served = new Set(ROUTES.map(({ endpoint }) => endpoint))
  for (const { name, endpoint } of TOOLS) assert.ok(served.has(endpoint), `${name}: ${endpoint}`)
})

test('every field that a tool shows is one that its route returns', () => {
  const lacking = TOOLS.flatMap(({ name, endpoint, shows, reshape }) => {
    const { returns } = ROUTES.find((route) => route.endpoint === endpoint)?.shapes ?? {}
    if (shows === undefined || returns === undefined || reshape !== undefined) return []
    return findLacking(parseFields(shows), descend(returns, 'data')).map(
      (field) => `${name} ${field}`,
    )
  })
  assert.deepEqual(lacking, [])
})

interface Returned {
  anyOf?: Returned[]
  items?: Returned
  properties?: Record<string, Returned>
}

/** What stands under a name; undefined for a name that is not there. */
function descend(schema: Returned, name: string): Returned | undefined {
  const branches = [schema, ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  for (const branch of branches) {
    const found = branch === schema ? branch.properties?.[name] : descend(branch, name)
    if (found !== undefined) return found
  }
  return undefined
}

function findLacking(fields: Fields, schema: Returned | undefined): string[] {
  return [...fields].flatMap(([name, inner]) => {
    const found = schema && descend(schema, name)
    if (found === undefined) return [name]
    return inner === null ? [] : findLacking(inner, found).map((deeper) => `${name}.${deeper}`)
  })
}

test('every text that leads to a tool names one that is there', () => {
  const texts = [
    INSTRUCTIONS,
    ...PROMPTS.map(({ text }) => text),
    ...Object.values(NEXT_CALLS),
    ...TOOLS.flatMap(({ purpose, next = '' }) => [purpose, next]),
  ]
  const names = new Set(TOOLS.map(({ name }) => name))
  const named = texts.flatMap((text) => text.match(/service_[a-z_]+/g) ?? [])
  assert.deepEqual(
    named.filter((name) => !names.has(name)),
    [],
  )
})

test('notes, narrowed fields and defaults are of arguments that the tool has', () => {
  for (const declared of TOOLS) {
    const { properties } = toInput(declared, ALL)
    const { notes, narrow, defaults, requires = [] } = declared
    const named = [notes, narrow, defaults].flatMap((table) => Object.keys(table ?? {}))
    for (const argument of [...named, ...requires])
      assert.ok(argument in properties, `${declared.name} has no ${argument}`)
  }
})

test('the catalogue costs a model at most 4,500 tokens', (context) => {
  const tokens = encode(JSON.stringify(LISTED)).length
  context.diagnostic(`${LISTED.length} tools: ${tokens} tokens`)
  assert.ok(tokens <= TOKENS_MAX, `${tokens} tokens`)
  for (const listed of LISTED) {
    const own = encode(JSON.stringify(listed)).length
    assert.ok(own <= TOOL_TOKENS_MAX, `${listed.name}: ${own} tokens`)
    const { length } = listed.description
    assert.ok(length <= PURPOSE_MAX, `${listed.name}: a description of ${length} characters`)
  }
})

test('every list of arguments has a type of rows, without which some clients refuse the tool', () => {
  const lists = LISTED.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties)
      .filter(([, { type }]) => type === 'array')
      .map(([argument, { items }]) => ({ place: `${name}.${argument}`, items })),
  )
  for (const { place, items } of lists) assert.ok(items, place)
})

test('what a tool may do is what its method does', () => {
  const reading = LISTED.filter(({ annotations }) => annotations.readOnlyHint)
  const destructive = LISTED.filter(({ annotations }) => annotations.destructiveHint)
  assert.equal(reading.length, 25)
  assert.deepEqual(
    destructive.map(({ name }) => name),
    ['service_delete_submission', 'service_update_workflow', 'service_delete_workflow'],
  )
})

test('a read-only selection has no tool that writes, and a toolset its own alone', () => {
  const reading = listTools({ ...ALL, isReadOnly: true })
  assert.equal(reading.length, 25)
  const some = listTools({ ...ALL, toolsets: ['documents', 'policies'] })
  assert.equal(some.length, 9)
})

test('files of the machine are offered where the caller owns the machine', () => {
  const has = (mayReadFiles: boolean): boolean[] =>
    listTools({ ...ALL, mayReadFiles })
      .filter(({ name }) => /upload_document|import_bank_pdf/.test(name))
      .map(({ inputSchema }) => 'file_path' in inputSchema.properties)
  assert.deepEqual(
    [has(true), has(false)],
    [
      [true, true],
      [false, false],
    ],
  )
})

test('the list of outlines is no longer than its tools need', () => {
  const file = readFileSync(new URL('routes.json', import.meta.url), 'utf8')
  assert.ok(file.length < 64 * 1024, `${file.length} bytes`)
})
