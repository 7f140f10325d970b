import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findUnmapped } from './rooms.ts'
import { readSourceTree } from './source-tree.ts'

const ROOM = 'src/platform/jobs'
const MAP = [
  '# Jobs',
  '',
  'Work that outlives its request.',
  ...['The cast', 'The way', 'Guarantees', 'Where not to look'].flatMap((heading) => [
    '',
    `## ${heading}`,
    '',
    '- `claim.ts` is one of them.',
    '- `src/jobs.ts` is the list.',
    '- A third line.',
  ]),
  ...Array.from({ length: 5 }, (_, index) => `\nLine ${index}.`),
].join('\n')
const TREE = { 'src/jobs.ts': '', [`${ROOM}/claim.ts`]: '', [`${ROOM}/README.md`]: MAP }

test('every large room has a map, and each file that a map names is there', () => {
  assert.equal(findUnmapped(readSourceTree()).join('\n'), '')
})

test('a room without a map, and one that has grown large, are caught', () => {
  assert.deepEqual(listUnmapped(TREE), [])
  const { [`${ROOM}/README.md`]: _, ...bare } = TREE
  assert.match(listUnmapped(bare).join(), /^src\/platform\/jobs has no map: write /)
  const large = { ...TREE, 'src/resources/workflows/run.ts': '\n'.repeat(1_600) }
  assert.match(listUnmapped(large).join(), /^src\/resources\/workflows has no map: write /)
})

test('a map that names a file that is gone, lacks a part or is too short is caught', () => {
  const gone = MAP.replace('claim.ts', 'gathering.ts')
  assert.deepEqual(listUnmapped({ ...TREE, [`${ROOM}/README.md`]: gone }), [
    'src/platform/jobs/README.md names gathering.ts, which is not there',
  ])
  const short = listUnmapped({ ...TREE, [`${ROOM}/README.md`]: '# Jobs\n\n## The cast\n' })
  assert.equal(short.length, 4)
})

function listUnmapped(files: Record<string, string>): string[] {
  return findUnmapped(new Map(Object.entries(files)))
}
