import { setImmediate as breathe } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive; its bytes are read when its turn comes. */
export interface ArchiveFile {
  path: string
  /** It is packed already, as pictures and PDFs are. */
  isPacked: boolean
  chunks: () => AsyncIterable<Uint8Array>
}

const SLICE_BYTES = 256 * 1024

/**
 * A ZIP file as its bytes, while the files are read one after the other: no more of it is held
 * than a slice. Without ZIP64, so the caller keeps the whole below 4 GiB. Times are left out, so
 * that the same files make the same bytes.
 */
export async function* createZip(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else ready.push(chunk)
  })
  const taken = (): Uint8Array[] => {
    if (failure) throw failure
    const chunks = ready
    ready = []
    return chunks
  }
  for await (const { path, isPacked, chunks } of files) {
    const file = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    file.mtime = '1980-01-01T12:00:00Z'
    zip.add(file)
    for await (const chunk of chunks()) {
      for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
        file.push(chunk.subarray(from, from + SLICE_BYTES))
        yield* taken()
        // Packing is work of this thread, so others get their turn between slices.
        await breathe()
      }
    }
    file.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
