import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIRECTIONS, findViolations, SHAPES } from './directions.ts'
import { readEdges, readSourceTree, type SourceTree } from './source-tree.ts'

test('every import of the house goes in an allowed direction', () => {
  const tree = readSourceTree()
  const violations = findViolations(readEdges(tree), tree)
  assert.equal(violations.join('\n'), '')
})

/** A small house in order: each planted file below breaks exactly the rule it is listed under. */
const HOUSE: Record<string, string> = {
  'package.json': JSON.stringify({
    dependencies: { fastify: '1', pg: '1', typebox: '1', 'sql-template-tag': '1' },
    devDependencies: { 'fast-check': '1' },
  }),
  'mcp/package.json': JSON.stringify({ dependencies: { '@assay/client': '1' } }),
  'mcp/src/tools.ts': `import '@assay/client'`,
  'src/main.ts': imports('./app.ts'),
  'src/app.ts': imports('fastify', './resources/index.ts'),
  'src/config.ts': '',
  'src/core/values/money.ts': '',
  'src/core/values/rows/rows.ts': imports('node:fs'),
  'src/core/analytics/ledger.ts': imports(
    '../values/money.ts',
    '../values/rows/rows.ts',
    'typebox',
  ),
  'src/core/decisions/evaluate.ts': imports('../values/money.ts', 'node:util'),
  'src/platform/db.ts': imports('pg', '../config.ts', '../core/values/money.ts'),
  'src/platform/sandbox.ts': `export const child = new URL('./child.ts', import.meta.url)`,
  'src/platform/child.ts': '',
  'src/providers/provider.ts': '',
  'src/providers/a/map.ts': imports('../provider.ts', '../../platform/sandbox.ts'),
  'src/resources/index.ts': imports('./merchants/routes.ts', './policies/routes.ts'),
  'src/resources/merchants/routes.ts': imports(
    './store.ts',
    '../../core/analytics/ledger.ts',
    '../../core/decisions/evaluate.ts',
  ),
  'src/resources/merchants/store.ts': imports('../../platform/db.ts', '../../providers/a/map.ts'),
  'src/resources/policies/routes.ts': imports('../merchants/store.ts'),
  'src/resources/merchants/merchants.test.ts': imports('fast-check', '../../../test/context.ts'),
  'test/context.ts': imports('../src/app.ts'),
}

const PLANTED: Record<string, Record<string, string>[]> = {
  'core-is-pure': [
    { 'src/core/values/money.ts': imports('node:fs') },
    { 'src/core/values/rows/rows.ts': imports('node:http') },
    { 'src/core/values/money.ts': imports('sql-template-tag') },
    { 'src/core/values/money.ts': imports('../../config.ts') },
    { 'src/core/values/money.ts': `export type Env = import('../../config.ts').Config` },
  ],
  'core-rooms-are-islands': [
    { 'src/core/decisions/evaluate.ts': imports('../analytics/ledger.ts') },
    {
      'src/core/workflow/engine.ts': imports('../analytics/ledger.ts'),
      'src/resources/policies/routes.ts': imports('../../core/workflow/engine.ts'),
    },
  ],
  'platform-knows-no-business': [
    { 'src/platform/child.ts': imports('../core/decisions/evaluate.ts') },
    { 'src/platform/child.ts': imports('../providers/provider.ts') },
  ],
  'nouns-have-floors': [
    {
      'src/resources/merchants/store.ts': imports(
        '../../platform/db.ts',
        '../../providers/a/map.ts',
        '../records/rows.ts',
        '../events/rows.ts',
      ),
      'src/resources/records/rows.ts': '',
      'src/resources/events/rows.ts': imports('../merchants/groups.ts'),
      'src/resources/merchants/groups.ts': '',
    },
    {
      'src/resources/policies/routes.ts': imports('../merchants/store.ts', '../guests/list.ts'),
      'src/resources/guests/list.ts': '',
    },
  ],
  'providers-are-adapters': [
    {
      'src/resources/merchants/title.ts': '',
      'src/providers/a/map.ts': imports('../provider.ts', '../../resources/merchants/title.ts'),
      'src/resources/policies/routes.ts': imports('../../platform/sandbox.ts'),
    },
  ],
  'tools-know-the-api-alone': [
    {
      'src/app.ts': imports('fastify', './resources/index.ts', './mcp/tools.ts'),
      'src/mcp/tools.ts': imports('../platform/db.ts', '../core/values/money.ts'),
    },
  ],
  'routes-are-leaves': [{ 'src/resources/policies/routes.ts': imports('../merchants/routes.ts') }],
  'http-at-the-door': [{ 'src/resources/policies/routes.ts': `import type { A } from 'fastify'` }],
  'sql-driver-in-one-place': [{ 'src/resources/policies/routes.ts': imports('pg') }],
  'satellites-know-only-the-client': [{ 'mcp/src/tools.ts': imports('../../src/config.ts') }],
  'house-does-not-know-satellites': [{ 'src/config.ts': imports('../mcp/src/tools.ts') }],
  'no-test-code-in-source': [
    { 'src/config.ts': `export * from '../test/fakes/mail.ts'`, 'test/fakes/mail.ts': '' },
  ],
  'declared-packages-only': [
    { 'src/config.ts': imports('lodash') },
    { 'src/config.ts': imports('fast-check') },
    { 'mcp/src/tools.ts': imports('pg') },
  ],
  'no-circles': [
    { 'src/platform/child.ts': `import type { Child } from './sandbox.ts'` },
    { 'src/config.ts': `export const load = () => import('./platform/db.ts')` },
  ],
  'core-rooms-have-no-inner-ring': [
    {
      'src/core/analytics/ledger.ts': imports('../values/rows/rows.ts', './reports/note.ts'),
      'src/core/analytics/reports/note.ts': '',
      'src/core/analytics/reports/sums.ts': imports('../ledger/days.ts'),
      'src/core/analytics/ledger/days.ts': '',
      'src/resources/policies/routes.ts': imports('../../core/analytics/reports/sums.ts'),
    },
  ],
  'no-orphans': [
    { 'src/resources/merchants/forgotten.ts': '' },
    { 'src/core/values/tested.ts': '', 'src/core/values/tested.test.ts': imports('./tested.ts') },
  ],
}

test('a house in order breaks no rule', () => {
  assert.deepEqual(listViolations(HOUSE), [])
})

test('each rule has planted violations', () => {
  const rules = [...DIRECTIONS, ...SHAPES].map((rule) => rule.name)
  assert.deepEqual(Object.keys(PLANTED).toSorted(), rules.toSorted())
})

for (const [rule, plants] of Object.entries(PLANTED)) {
  test(`a planted violation of ${rule} is caught, and by no other rule`, () => {
    for (const planted of plants) {
      const found = listViolations({ ...HOUSE, ...planted })
      assert.ok(found.length > 0, `not caught: ${JSON.stringify(planted)}`)
      assert.deepEqual(new Set(found.map((line) => line.split(':')[0])), new Set([rule]))
    }
  })
}

function imports(...specifiers: string[]): string {
  return specifiers.map((specifier) => `import '${specifier}'`).join('\n')
}

function listViolations(files: Record<string, string>): string[] {
  const tree: SourceTree = new Map(Object.entries(files))
  return findViolations(readEdges(tree), tree)
}
