import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import { bundlePlaces, digestSources, findScript, type Bundle } from './bundle.ts'

const ENTRY = 'src/entry.ts'
const SOURCES = ['src/entry.ts', 'src/part.ts']
const SCRIPT = '/somewhere/entry.js'

describe('the script of an entry', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-bundle-')) + sep
  const { manifest } = bundlePlaces(root, ENTRY)
  after(() => rmSync(root, { recursive: true }))

  function write(file: string, content: string): void {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  function bundle(changes: Partial<Bundle> = {}): void {
    const digest = digestSources(root, SOURCES)!
    const made = { root, sources: SOURCES, digest, madeAt: Date.now(), script: SCRIPT }
    write(manifest, JSON.stringify({ ...made, ...changes }))
  }

  beforeEach(() => {
    for (const source of SOURCES) write(root + source, `export const name = '${source}'\n`)
    bundle()
  })

  test('is its bundle while the sources are those that it was made of', () => {
    assert.equal(findScript(root, ENTRY), SCRIPT)
  })

  test('is its bundle when a source was written again as it was', () => {
    bundle({ madeAt: 0 })
    assert.equal(findScript(root, ENTRY), SCRIPT)
  })

  const outdated: Record<string, () => void> = {
    'a source has changed': () => write(`${root}src/part.ts`, 'export const name = 1\n'),
    'a source is gone': () => rmSync(`${root}src/part.ts`),
    'the bundle was made in another tree': () => bundle({ root: '/elsewhere/' }),
    'the bundle is broken': () => write(manifest, '{"root":'),
    'there is no bundle': () => rmSync(manifest),
  }
  for (const [cause, change] of Object.entries(outdated))
    test(`is its source when ${cause}`, () => {
      change()
      assert.equal(findScript(root, ENTRY), root + ENTRY)
    })
})
