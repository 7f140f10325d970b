import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder, packTar } from 'modern-tar'

/** A file of the archive, small enough to be held. */
export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

/** What ends an archive: two empty blocks. */
const END = Buffer.alloc(1024)

/**
 * Writes a tar file that appears under its name only when it is complete and on disk; readable by
 * its owner alone.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  const draft = `${path}.part`
  try {
    await pipeline(Readable.from(packBlocks(entries)), createWriteStream(draft, { mode: 0o600 }))
    const file = await open(draft, 'r')
    await file.sync().finally(async () => file.close())
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The entries of an archive in their order, one held at a time. Throws on a damaged one. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array<ArrayBuffer>>
  for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true })))
    yield { name: header.name, bytes: Buffer.from(await new Response(body).arrayBuffer()) }
}

async function* packBlocks(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of entries) {
    const packed = await packTar([{ header: { name, size: bytes.length }, body: bytes }])
    yield packed.subarray(0, -END.length)
  }
  yield END
}
