import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codePaths, readSourceTree } from './source-tree.ts'
import {
  findMisplacedWords,
  findNamesWithoutVerb,
  findRefusedWords,
  REFUSED_WORDS,
} from './words.ts'

const house = readSourceTree()

test('words with a place of their own stand nowhere else', () => {
  assert.equal(findMisplacedWords(house).join('\n'), '')
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

test('names, comments, texts and documents use the words of the field', () => {
  assert.equal(findRefusedWords(house).join('\n'), '')
})

test('each refused word is caught in a name, and in a text unless it is plain English there', () => {
  for (const { words, inNamesOnly = false } of REFUSED_WORDS) {
    for (const word of words.split(' ')) {
      const inName = `const ${word}Rows = 1`
      assert.equal(findRefusedWords(new Map([['src/app.ts', inName]])).length, 1, inName)
      const inText = `// It is ${word} here.`
      const found = findRefusedWords(new Map([['src/app.ts', inText]]))
      assert.equal(found.length, inNamesOnly ? 0 : 1, inText)
    }
  }
  const bank = `const text = 'HUNT & SONS ASK' // a mask`
  assert.deepEqual(findRefusedWords(new Map([['src/app.ts', bank]])), [])
})

test('every function is named by a verb or a noun', () => {
  assert.equal(findNamesWithoutVerb(house).join('\n'), '')
  const planted = 'function textOf() {}\nconst keyOf = () => 1\nconst proof = () => 1'
  assert.equal(findNamesWithoutVerb(new Map([['src/app.ts', planted]])).length, 2)
})
