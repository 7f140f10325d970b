import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openLogFile } from './log-file.ts'

let folder: string
before(() => (folder = mkdtempSync(join(tmpdir(), 'assay-log-'))))
after(() => rmSync(folder, { recursive: true }))

test('a log file is its owner’s alone, and is continued by the next start', () => {
  const path = join(folder, 'log', 'assay.log')
  openLogFile(path).write('one\n')
  openLogFile(path).write('two\n')
  assert.equal(readFileSync(path, 'utf8'), 'one\ntwo\n')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(statSync(join(folder, 'log')).mode & 0o777, 0o700)
})

test('a log of any length keeps the latest lines in five files of a bounded size', () => {
  const path = join(folder, 'long', 'assay.log')
  const log = openLogFile(path, 1000)
  for (let index = 0; index < 1000; index += 1) log.write(`${String(index).padStart(9, '0')}\n`)
  const files = readdirSync(join(folder, 'long')).toSorted()
  assert.deepEqual(files, ['assay.log', ...[1, 2, 3, 4].map((age) => `assay.log.${age}`)])
  const texts = files.map((name) => readFileSync(join(folder, 'long', name), 'utf8'))
  assert.ok(texts.every((text) => text.length <= 1000))
  assert.ok(texts[0]!.endsWith('000000999\n'))
  assert.ok(texts[1]!.endsWith('000000899\n'))
})

test('a log that cannot be written ends nothing', () => {
  const log = openLogFile(join(folder, 'gone', 'assay.log'), 5)
  rmSync(join(folder, 'gone'), { recursive: true })
  for (let index = 0; index < 3; index += 1) log.write('one two\n')
})
