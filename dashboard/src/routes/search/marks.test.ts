import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitMarks } from './marks.ts'

test('marked words are pieces of their own, and other markup stays text', () => {
  assert.deepEqual(splitMarks('A&amp;B <mark>Square</mark> &lt;b&gt;'), [
    { text: 'A&B ', isMarked: false },
    { text: 'Square', isMarked: true },
    { text: ' <b>', isMarked: false },
  ])
})
