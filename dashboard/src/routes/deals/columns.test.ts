import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

// The columns are components; their names are read as text.
const COLUMNS = readFileSync(new URL('columns.tsx', import.meta.url), 'utf8')
const DEFAULT = readFileSync(
  new URL('../../../../src/resources/user/layout/layout.ts', import.meta.url),
  'utf8',
)

test('every column of the default layout can be shown', () => {
  const [, list = ''] = /COLUMNS = \[([^\]]+)\]/.exec(DEFAULT)!
  const names = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
  assert.ok(names.length > 8)
  const missing = names.filter((name) => name !== 'name' && !COLUMNS.includes(`'${name}'`))
  assert.deepEqual(missing, [])
})
