import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSetUps } from './set-ups.ts'

const PAGE = readFileSync(new URL('../../../../../docs/agents.md', import.meta.url), 'utf8')

test('every program of the page about agents has its snippet, with the address of this copy', () => {
  const setUps = readSetUps(PAGE, 'https://assay.example')
  const names = setUps.map(({ name }) => name)
  assert.deepEqual(names.slice(0, 4), ['Claude Code', 'Cursor', 'VS Code', 'Codex'])
  assert.equal(names.length, 5)
  for (const { name, text, place } of setUps) {
    assert.match(text, /https:\/\/assay\.example/, name)
    assert.doesNotMatch(text, /localhost|```/, name)
    assert.notEqual(place, '')
  }
})
