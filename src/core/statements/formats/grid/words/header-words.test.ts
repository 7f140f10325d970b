import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRole, HEADER_WORDS, WHOLE_HEADINGS } from './header-words.ts'

test('every heading of the tables names its own column', () => {
  for (const { role, rank, phrases } of [...HEADER_WORDS, ...WHOLE_HEADINGS])
    for (const phrase of phrases)
      assert.deepEqual({ phrase, ...findRole(phrase) }, { phrase, role, rank })
})
