import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameBrowser } from './browser-name.ts'

const LIKE = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test('a session says which browser it is of, and on what', () => {
  for (const [given, name] of [
    [`Mozilla/5.0 (X11; Linux x86_64) ${LIKE} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${LIKE} Chrome/131.0 Safari/537.36 Edg/131.0`,
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1; rv:132.0) Firefox/132.0', 'Firefox on macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X) Version/17 Safari/604',
      'Safari on iPhone',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
  ] as const)
    assert.equal(nameBrowser(given), name)
})
