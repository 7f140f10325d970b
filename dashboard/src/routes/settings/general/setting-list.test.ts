import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SET_ELSEWHERE, SETTING_GROUPS } from './setting-list.ts'

const PAGE = readFileSync(new URL('../../../../../docs/settings.md', import.meta.url), 'utf8')
const rows = [...PAGE.matchAll(/^\| `(\w+)` \| `.*` \| [^|]+ \| ([^|]+) \|$/gm)]
const all = rows.map(([, key = '']) => key)
const shown = SETTING_GROUPS.flatMap(({ settings }) => settings.map(({ key }) => key))

test('every setting that something reads can be set', () => {
  const read = rows.filter(([, , by]) => by !== 'nothing yet').map(([, key]) => key!)
  const missing = read.filter((key) => !shown.includes(key) && !SET_ELSEWHERE.includes(key))
  assert.ok(read.length > 20)
  assert.deepEqual(missing, [])
})

test('no field sets what the service does not know', () => {
  const unknown = [...shown, ...SET_ELSEWHERE].filter((key) => !all.includes(key))
  assert.deepEqual(unknown, [])
})
