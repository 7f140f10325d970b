import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { createZip, type ArchiveFile } from './zip.ts'

const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, (_, at) => at % 251)

function file(path: string, parts: Uint8Array[], isPacked = false): ArchiveFile {
  return {
    path,
    isPacked,
    chunks: async function* () {
      yield* parts
    },
  }
}

async function archive(files: ArchiveFile[]): Promise<{ whole: Buffer; largest: number }> {
  async function* source(): AsyncGenerator<ArchiveFile> {
    yield* files
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of createZip(source())) chunks.push(chunk)
  return { whole: Buffer.concat(chunks), largest: Math.max(...chunks.map(({ length }) => length)) }
}

test('an archive holds each file to the byte, packed or not, and is the same each time', async () => {
  const files = [
    file('a.bin', [bytes(3), bytes(700_000)]),
    file('Ünï.pdf', [bytes(9)], true),
    file('empty', []),
  ]
  const { whole, largest } = await archive(files)
  const found = unzipSync(whole)
  assert.deepEqual(Object.keys(found), ['a.bin', 'Ünï.pdf', 'empty'])
  assert.deepEqual(Buffer.from(found['a.bin']!), Buffer.concat([bytes(3), bytes(700_000)]))
  assert.equal(found['empty']!.length, 0)
  assert.deepEqual(whole, (await archive(files)).whole)
  assert.ok(largest <= 300_000, `${largest} bytes at once`)
})

test('what a file cannot give ends the archive instead of leaving a hole in it', async () => {
  const broken = {
    ...file('b', []),
    chunks: async function* () {
      yield bytes(1)
      throw new Error('gone')
    },
  }
  await assert.rejects(archive([file('a', [bytes(5)]), broken]), /gone/)
})
