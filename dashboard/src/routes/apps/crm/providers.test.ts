import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CREDENTIALS, PROVIDER_NAMES } from './providers.ts'

const PAGE = readFileSync(new URL('../../../../../docs/crm.md', import.meta.url), 'utf8')

test('every provider of the page about CRMs can be chosen, with the credentials that it names', () => {
  const rows = [...PAGE.matchAll(/^\| ([^|]+) \| `(\w+)` \| ([^|]+) \| [^|]* \| \d+ \|/gm)]
  const names = rows.map(([, label = '', provider = '']) => [provider, label] as const)
  assert.deepEqual(Object.fromEntries(names), PROVIDER_NAMES)
  for (const [, , provider = '', credentials = ''] of rows) {
    if (provider === 'rest') continue
    const named = [...credentials.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    assert.deepEqual(CREDENTIALS[provider]!.flat(), named, provider)
  }
})
