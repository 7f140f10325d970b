import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codePaths, readSourceTree, type SourceTree } from './source-tree.ts'
import { findMisplacedWords, findStrayJoins, findUnfencedSql, readFencedTables } from './words.ts'

const house = readSourceTree()

test('words with a place of their own stand nowhere else', () => {
  assert.equal(findMisplacedWords(house).join('\n'), '')
})

test('every statement of a store on an environment table names the environment', () => {
  assert.ok(readFencedTables(house).size > 0, 'the migrations have environment tables')
  assert.equal(findUnfencedSql(house).join('\n'), '')
})

test('every list of a store is within an environment', () => {
  const lists = 'src/platform/db/paged-list.ts'
  const text = house.get(lists)!
  const fences = [...text.matchAll(/environment_id = /g)]
  assert.equal(fences.length, 2, 'of the page and of the count')
  for (const { 0: fence, index } of fences) {
    const planted = `${text.slice(0, index)}id = ${text.slice(index + fence.length)}`
    assert.equal(findUnfencedSql(new Map([[lists, planted]])).length, 1)
  }
})

test('every join in a store is within an environment', () => {
  assert.equal(findStrayJoins(house).join('\n'), '')
})

test('no file is named after a place to put things', () => {
  const vague = /(?:^|[/.-])(?:services?|helpers?|utils?|managers?|handlers?)(?:[/.-]|$)/
  const paths = codePaths(house, (path) => path.startsWith('src/'))
  assert.deepEqual(
    paths.filter((path) => vague.test(path)),
    [],
  )
})

const MISPLACED: [path: string, text: string][] = [
  ['src/platform/mail.ts', 'const url = process.env.SMTP_URL'],
  ['src/core/values/dates.ts', 'const now = Date.now()'],
  ['src/core/values/dates.ts', 'const now = new Date()'],
  ['src/core/values/dates.ts', 'const now = Temporal.Now.instant()'],
  ['src/core/values/dates.ts', 'const now = performance.now()'],
  ['src/core/values/dates.ts', 'const id = Math.random()'],
  ['src/resources/notes/routes.ts', 'const rows = sql`select 1`'],
  ['src/app.ts', 'export default 1'],
  ['src/app.ts', `eval('1')`],
  ['src/app.ts', `const one = new Function('return 1')`],
  ['src/app.ts', `await fetch('https://example.com')`],
  ['src/platform/sandbox/child.ts', `spawn('prlimit', [], { shell: true })`],
  ['src/platform/mail.ts', 'connect({ rejectUnauthorized: false })'],
]

const IN_PLACE: [path: string, text: string][] = [
  ['src/config.ts', 'const port = process.env.PORT'],
  ['src/core/values/dates.ts', `const day = new Date('2026-01-31') // not new Date()`],
  ['src/platform/log.ts', 'const now = Date.now()'],
  ['src/platform/db/page.ts', 'const rows = sql`select 1`'],
  ['src/resources/notes/store.ts', 'const rows = sql`select 1`'],
  ['src/core/values/dates.test.ts', 'const now = Date.now()'],
]

test('a planted misplaced word is caught, and one in its place is not', () => {
  for (const planted of MISPLACED) {
    assert.equal(findMisplacedWords(new Map([planted])).length, 1, planted.join(': '))
  }
  for (const planted of IN_PLACE) {
    assert.deepEqual(findMisplacedWords(new Map([planted])), [], planted.join(': '))
  }
})

test('a planted statement without its environment is caught', () => {
  const store = 'src/resources/notes/store.ts'
  const withStatement = (statement: string): SourceTree =>
    new Map([
      ['migrations/0001.sql', "create table notes (id uuid);\ncall fence('notes');"],
      ['migrations/0002.sql', 'create table categories (id uuid);'],
      [store, `sql\`${statement}\``],
    ])
  for (const verb of ['select 1 from', 'delete from', 'update', 'insert into']) {
    assert.equal(findUnfencedSql(withStatement(`${verb} notes where id = 1`)).length, 1, verb)
  }
  const fenced = ['select 1 from notes where environment_id = 1', 'select 1 from categories']
  for (const statement of fenced) assert.deepEqual(findUnfencedSql(withStatement(statement)), [])
})

test('a planted join across environments is caught', () => {
  const withStatement = (statement: string): SourceTree =>
    new Map([
      ['migrations/0001.sql', "create table notes (id uuid);\ncall fence('notes');"],
      ['src/resources/notes/store.ts', `sql\`${statement}\``],
    ])
  const select = 'select 1 from notes n join notes m on'
  const stray = [`${select} m.id = n.id where n.environment_id = 1`, `${select} m.id = n.id`]
  const fit = [`${select} m.environment_id = n.environment_id and m.id = n.id where true`]
  for (const statement of stray) assert.equal(findStrayJoins(withStatement(statement)).length, 1)
  for (const statement of fit) assert.deepEqual(findStrayJoins(withStatement(statement)), [])
})
