import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Compares a text with the committed file. `npm run golden` rewrites it instead; the diff is then
 * reviewed like code. A missing golden fails.
 */
export function matchGolden(path: string, text: string): void {
  const file = `${ROOT}${path}`
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '(missing)'
  if (process.env.UPDATE_GOLDEN === '1') {
    // Other tests read it meanwhile, and a file is empty before it is written.
    if (kept !== text) writeFileSync(file, text)
    return
  }
  assert.equal(text, kept, `${path} has changed; review it and run npm run golden`)
}
