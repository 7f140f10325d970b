import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERROR_TYPES, ERRORS } from '../../src/platform/errors/catalogue.ts'
import { listErrors } from '../../src/platform/http/openapi/document.ts'
import { errorsPage } from '../../src/resources/docs/catalogue.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { codePaths, isTestCode, readSourceTree, type SourceTree } from './source-tree.ts'

/** Files that list codes without returning them. */
const LISTS = /^src\/platform\/(?:errors\/catalogue|http\/openapi\/errors)\.ts$/

const declared = new Set<string>(ROUTES.flatMap((one) => listErrors(one)))

test('every code has an entry with its meaning and what to do on the page that doc_url names', () => {
  const page = errorsPage(ROUTES)
  for (const [code, { type, status, message, fix }] of Object.entries(ERRORS)) {
    assert.ok(type in ERROR_TYPES && status >= 400 && status < 600, code)
    assert.ok(page.includes(`<h2 id="${code.replaceAll('_', '-')}">`), code)
    assert.ok(message.endsWith('.') && fix.endsWith('.'), `${code} speaks in sentences`)
  }
})

test('every code that a resource throws is declared by a route', () => {
  const thrown = codesIn((path) => path.startsWith('src/resources/'), /new ApiError\(\s*'(\w+)'/g)
  assert.deepEqual(
    [...thrown].filter((code) => !declared.has(code)),
    [],
  )
})

test('every code of the catalogue can be returned: by a route, the pipeline or a document', () => {
  const pipeline = codesIn(
    (path) => /^src\/(?:app\.ts|platform\/|core\/|resources\/documents\/)/.test(path),
    /'([a-z]+(?:_[a-z]+)+)'/g,
  )
  const dead = Object.keys(ERRORS).filter((code) => !declared.has(code) && !pipeline.has(code))
  assert.deepEqual(dead, [])
})

/** What the pattern finds in the source, without tests and lists of codes. */
function codesIn(matches: (path: string) => boolean, pattern: RegExp): Set<string> {
  const tree: SourceTree = readSourceTree()
  const paths = codePaths(tree, (path) => matches(path) && !isTestCode(path) && !LISTS.test(path))
  return new Set(
    paths.flatMap((path) => [...tree.get(path)!.matchAll(pattern)].map(([, code]) => code!)),
  )
}
