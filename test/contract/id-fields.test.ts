import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNouns } from '../../src/platform/wire/ids/known-id.ts'
import { KNOWN_NOUNS } from '../../src/resources/known-ids.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { formatPath, listIdFields } from './id-fields.ts'

/** What has no table of its own: the action reads it with the record that it stands in. */
const READ_BY_THE_ACTION = [
  'PATCH /v1/funders/:fid/submissions/:id offers[].id',
  'PATCH /v1/submissions/:id/pdfs/:pid/statements statements[].id',
  'PATCH /v1/submissions/:id/pdfs/:pid/statements statements[].rows[].id',
  'POST /v1/submissions/:id/pdfs/:pid/currency statement_id',
]

/** Names of ids that are texts, and whose ids they are. */
const NOT_OURS = [
  // A caller names nodes and edges within a graph.
  'nodes[].id',
  'edges[].id',
  'client_user_id', // the caller's own, of a person
  'external_id', // the caller's own
  'target_id', // feedback: of the noun that target_type names, or the name of a metric
  'funder_id', // of a registry funder, by its name there; positions and corrections check it
  'categories[].rule_id', // of a category as output gives it; the rule is not stored again
  'pages.submission.sections[].id', // of a place in a layout
]

test('every id in a body says what it names, and is checked before the action', () => {
  const unchecked = listIdFields()
    .filter(({ place, noun }) => place === 'body' && noun === undefined)
    .map(({ declared, path }) => `${declared.endpoint} ${formatPath(path)}`)
  assert.deepEqual(unchecked.toSorted(), READ_BY_THE_ACTION)
})

test('every noun that an id can name can be looked up', () => {
  const nouns = ROUTES.flatMap(({ shapes }) => [shapes.body, shapes.query].flatMap(listNouns))
  assert.ok(nouns.length > 0)
  assert.deepEqual(
    nouns.filter((noun) => !(noun in KNOWN_NOUNS)),
    [],
  )
})

test('a text that is called an id is nobody’s record', () => {
  const names = ROUTES.filter(({ scope }) => scope !== null).flatMap(({ shapes }) =>
    listTextIds(shapes.body, ''),
  )
  assert.deepEqual(
    [...new Set(names)].filter((name) => !isNotOurs(name)),
    [],
  )
})

function isNotOurs(name: string): boolean {
  return NOT_OURS.some((known) => name === known || name.endsWith(`.${known}`))
}

interface Node {
  format?: string
  type?: string
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}

function listTextIds(schema: object | undefined, path: string): string[] {
  const { format, type, properties = {}, items, anyOf = [] } = (schema ?? {}) as Node
  const isText = type === 'string' && format !== 'uuid' && /(^|[._])ids?(\[\])?$/.test(path)
  return [
    ...(isText ? [path] : []),
    ...Object.entries(properties).flatMap(([name, child]) =>
      listTextIds(child, path === '' ? name : `${path}.${name}`),
    ),
    ...(items ? listTextIds(items, `${path}[]`) : []),
    ...anyOf.flatMap((option) => listTextIds(option, path)),
  ]
}
