import { constants, createBrotliCompress, createGzip, brotliCompress, gzip } from 'node:zlib'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'

/** A way to compress, named as in Content-Encoding. */
export type Coding = 'br' | 'gzip'

/** In the order in which we prefer them where the caller does not care. */
const CODINGS: readonly Coding[] = ['br', 'gzip']

/**
 * The coding that Accept-Encoding prefers (RFC 9110 §12.5.3); null where the caller takes none or
 * prefers the plain bytes.
 */
export function chooseCoding(header: string | undefined): Coding | null {
  if (!header) return null
  const weights = readWeights(header)
  const other = weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  let best: Coding | null = null
  let most = 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? other
    if (weight > most) [best, most] = [coding, weight]
  }
  return most >= plain ? best : null
}

/** `gzip;q=0.5, br` → gzip 0.5, br 1. */
function readWeights(header: string): Map<string, number> {
  const parts = header.slice(0, 500).toLowerCase().split(',')
  return new Map(
    parts.map((part) => {
      const [name = '', ...options] = part.split(';').map((one) => one.trim())
      const q = options.find((one) => one.startsWith('q='))
      const weight = q === undefined ? 1 : Number(q.slice(2))
      return [name, weight >= 0 && weight <= 1 ? weight : 0]
    }),
  )
}

/** Levels at which a list of 30 KB takes half a millisecond of a thread that is not the loop's. */
const LEVELS: Record<Coding, number> = { br: 4, gzip: 6 }
/** For what is compressed once and sent often. */
const LEVELS_MAX: Record<Coding, number> = { br: 11, gzip: 9 }

const COMPRESS = {
  br: (bytes: Buffer, level: number) =>
    promisify(brotliCompress)(bytes, { params: brotliParameters(level, bytes.length) }),
  gzip: (bytes: Buffer, level: number) => promisify(gzip)(bytes, { level }),
}

/** The bytes, compressed beside the loop. */
export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  return COMPRESS[coding](bytes, LEVELS[coding])
}

/** A stream that compresses what is written to it. */
export function createCompressor(coding: Coding): Transform {
  return coding === 'gzip'
    ? createGzip({ level: LEVELS.gzip })
    : createBrotliCompress({ params: brotliParameters(LEVELS.br) })
}

function brotliParameters(level: number, size = 0): Record<number, number> {
  return { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: size }
}

const prebuilt = new WeakMap<Buffer, Partial<Record<Coding, Buffer>>>()

/**
 * Begins to compress bytes that are sent often as small as they can be, which takes seconds of a
 * thread; until then each response is compressed by itself.
 */
export async function prebuild(bytes: Buffer): Promise<void> {
  const built: Partial<Record<Coding, Buffer>> = {}
  prebuilt.set(bytes, built)
  for (const coding of CODINGS.toReversed())
    built[coding] = await COMPRESS[coding](bytes, LEVELS_MAX[coding])
}

/** Takes what was compressed of these bytes elsewhere, such as in a build. */
export function keepPrebuilt(bytes: Buffer, coded: Partial<Record<Coding, Buffer>>): void {
  prebuilt.set(bytes, coded)
}

/** What was compressed of these bytes beforehand, once it is. */
export function getPrebuilt(bytes: Buffer, coding: Coding): Buffer | undefined {
  return prebuilt.get(bytes)?.[coding]
}
