import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { OTHER_SCRIPT } from './phrases.ts'

test('no vocabulary has a word of a script that is passed over', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.csv'))
  const words = files.flatMap((name) =>
    readFileSync(join(import.meta.dirname, name), 'utf8').split(/[\s,"]+/),
  )
  assert.deepEqual(
    words.filter((word) => OTHER_SCRIPT.test(word)),
    [],
  )
})
