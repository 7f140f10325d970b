import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOversized } from './sizes.ts'
import { readSourceTree } from './source-tree.ts'

test('no function, file, folder or line of the source is over its limit', () => {
  assert.equal(findOversized(readSourceTree()).join('\n'), '')
})

test('what is over a limit is caught, with its place and measure', () => {
  const long = `export function count(): void {\n${'  step()\n'.repeat(70)}}\n`
  assert.deepEqual(listOversized({ 'src/a.ts': long }), [
    'src/a.ts:1: a function of 72 lines, at most 70',
  ])
  const file = 'export function step(): void {}\n'.repeat(401)
  assert.deepEqual(listOversized({ 'src/a.ts': file }), ['src/a.ts: 401 lines, at most 400'])
  const wide = `step()\n// ${'x'.repeat(100)}\n`
  assert.deepEqual(listOversized({ 'src/a.ts': wide }), ['src/a.ts:2: over 100 columns'])
  const folder = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`src/x/${n}.ts`, '']))
  assert.deepEqual(listOversized(folder), ['src/x: 13 files, at most 12'])
})

test('a list of data may be long, a file with functions in a list may not', () => {
  const entries = (value: string) => `export const LIST = [\n${`  ${value},\n`.repeat(500)}]\n`
  assert.deepEqual(listOversized({ 'src/list.ts': entries(`{ slug: 'rent' }`) }), [])
  assert.equal(listOversized({ 'src/list.ts': entries(`() => step()`) }).length, 1)
})

test('tests, and folders of variants, are free', () => {
  const variants = Array.from({ length: 40 }, (_, n) => [`src/core/statements/layouts/${n}.ts`, ''])
  assert.deepEqual(listOversized(Object.fromEntries(variants)), [])
  assert.deepEqual(listOversized({ 'src/a.test.ts': 'step()\n'.repeat(900) }), [])
})

function listOversized(files: Record<string, string>): string[] {
  return findOversized(new Map(Object.entries(files)))
}
