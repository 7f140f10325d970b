import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const ROOT = `${import.meta.dirname}/../..`
/** curl … -d '{"name": …}', with the header on the same line or kept in a variable. */
const SENDS_JSON = /\s(?:-d|--data\S*) ['"]\{/
const SAYS_JSON = /content-type: application\/json|"\$J"/i

/** curl sends what stands behind -d as a form, which no endpoint takes. */
function listFaults(text: string): string[] {
  const commands = text.replaceAll('\\\n', ' ').match(/\bcurl .*/g) ?? []
  return commands.filter((command) => SENDS_JSON.test(command) && !SAYS_JSON.test(command))
}

test('every command of the documents that sends JSON says so', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })]
  const faults = pages.flatMap((page) =>
    listFaults(readFileSync(`${ROOT}/${page}`, 'utf8')).map((command) => `${page}: ${command}`),
  )
  assert.deepEqual(faults, [])
})

test('one that does not is found, also over several lines', () => {
  assert.equal(listFaults(`curl "$URL" -H "Authorization: x" \\\n  -d '{"name": 1}'`).length, 1)
  assert.deepEqual(listFaults(`curl $URL --json '{"name": 1}'\ncurl $URL -d @file`), [])
})
