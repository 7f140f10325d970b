import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { makeEmail, makeZip } from '../../fixtures/containers.ts'
import { DOCUMENT_CLASSES } from '../../src/core/statements/classes/index.ts'
import type { ParserRequest } from '../../src/parser.ts'
import { createSandbox, type Sandbox } from '../../src/platform/sandbox/pool.ts'
import { bundle, READER } from './bundle.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SOURCE = ROOT + READER

type Sample = [request: Omit<ParserRequest, 'task' | 'hints'>, filename: string, bytes: Uint8Array]

function readFixture(path: string): Buffer {
  return readFileSync(`${ROOT}fixtures/${path}`)
}

const STATEMENT = readFixture('statements/running-balance/new-year/statement.pdf')
const PDF = { filename: 'a.pdf', bytes: STATEMENT }
const CLASS = DOCUMENT_CLASSES.find(({ name }) => name === 'payoff_letter')!
/** A file of each format that the fixtures have, the first by name. */
const FILES = ['csv', 'xlsx', 'ofx', 'xml', 'sta', 'bai', 'json', 'qif'].flatMap((ending) =>
  globSync(`first-contact/*/exports/*.${ending}`, { cwd: `${ROOT}fixtures` })
    .toSorted()
    .slice(0, 1),
)

/** One of each task, and of the reading of each format. */
const SAMPLES: Record<ParserRequest['task'], Sample[]> = {
  receive: [[{ segmentPagesMax: 60 }, 'a.pdf', STATEMENT]],
  classify: [[{}, 'a.pdf', STATEMENT]],
  segment: [[{}, 'a.pdf', STATEMENT]],
  split: [[{}, 'a.pdf', STATEMENT]],
  read: FILES.map((file) => [{}, file, readFixture(file)]),
  extract: [[{ documentClass: CLASS }, 'a.pdf', STATEMENT]],
  page: [[{ page: { number: 1, format: 'words', dpi: 72, highlight: null } }, 'a.pdf', STATEMENT]],
  variant: [[{ variant: { kind: 'searchable' } }, 'a.pdf', STATEMENT]],
  import: [
    [
      {
        importing: {
          provider: 'flinks',
          options: { timezone: null, currency: null, sign: 'auto' },
        },
      },
      'a.json',
      readFixture('providers/flinks/accounts-detail.json'),
    ],
  ],
  unpack: [[{}, 'a.zip', makeZip([PDF])]],
  take: [[{ member: 0 }, 'a.zip', makeZip([PDF])]],
  mail: [[{}, 'a.eml', makeEmail([PDF])]],
}

describe('the bundle of the reader', () => {
  let source: Sandbox
  let bundled: Sandbox

  before(async () => {
    const script = await bundle(READER)
    const open = (entry: string): Sandbox =>
      createSandbox({
        entry: () => entry,
        readablePaths: [`${ROOT}src`, `${ROOT}node_modules`, `${ROOT}package.json`],
        nodeFlags: ['--allow-addons'],
        size: 1,
        log: () => {},
      })
    source = open(SOURCE)
    bundled = open(script)
  })
  after(() => Promise.all([source.close(), bundled.close()]))

  test('is tried with every task', () => {
    const names = readFileSync(SOURCE, 'utf8').matchAll(/^ +(?:\{ )?name: '(\w+)',/gm)
    assert.deepEqual(new Set(Array.from(names, ([, name]) => name)), new Set(Object.keys(SAMPLES)))
  })

  for (const [task, samples] of Object.entries(SAMPLES))
    for (const [request, filename, bytes] of samples)
      test(`returns what the sources return: ${task} ${filename}`, async () => {
        const given = { task, hints: { filename }, ...request }
        const expected = await source.run(given, bytes)
        assert.ok(expected.ok, JSON.stringify(expected))
        assert.deepEqual(await bundled.run(given, bytes), expected)
      })
})
