import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { agentsGuide } from './guide.ts'
import { inspectorCall, setUpsFor } from './set-up.ts'
import { PROMPTS } from '../prompts.ts'
import { RESOURCES } from '../resources.ts'
import { TOOLS } from '../tools/index.ts'

const URL_OF_A_SERVICE = 'https://assay.example.com'
const BLOCKS = agentsGuide(URL_OF_A_SERVICE)

test('every set-up has the address, a place for the key, and parses as what it is', () => {
  const programs = setUpsFor(URL_OF_A_SERVICE).map(({ program }) => program)
  assert.deepEqual(programs, ['Claude Code', 'Cursor', 'VS Code', 'Codex'])
  for (const { text, format } of setUpsFor(URL_OF_A_SERVICE)) {
    assert.ok(text.includes(`${URL_OF_A_SERVICE}/mcp`), text)
    assert.match(text, /SERVICE_API_KEY|input:key/)
    if (format === 'json') assert.doesNotThrow(() => JSON.parse(text), text)
    else
      assert.match(
        text,
        format === 'toml' ? /^\[[\w.]+\]\n(?:\w+ = ".*"\n?)+$/ : /^claude mcp add /,
      )
  }
})

test('the line of the README is the one that npm run inspector runs', () => {
  const readme = readFileSync(`${import.meta.dirname}/../../../README.md`, 'utf8')
  assert.ok(readme.includes(`\n${inspectorCall('http://localhost:3100')}\n`))
})

test('whatever JSON the page has can be copied', () => {
  const json = BLOCKS.flatMap((block) =>
    block.kind === 'code' && block.format === 'json' ? [block.text] : [],
  )
  assert.ok(json.length >= 4)
  for (const text of json) assert.doesNotThrow(() => JSON.parse(text), text)
})

test('the page names every tool, resource and prompt', () => {
  const page = JSON.stringify(BLOCKS)
  const names = [
    ...TOOLS.map(({ name }) => name),
    ...RESOURCES.map(({ uri }) => uri),
    ...PROMPTS.map(({ name }) => name),
  ]
  assert.deepEqual(
    names.filter((name) => !page.includes(`\`${name}\``)),
    [],
  )
})
