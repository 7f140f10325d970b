import { sizeOfSvg } from './svg.ts'

/** What a picture is and how many pixels it has. */
export interface Measure {
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/svg+xml'
  width: number
  height: number
}

type Size = Pick<Measure, 'width' | 'height'>

const READERS: readonly [Measure['contentType'], (bytes: Buffer) => Size | null][] = [
  ['image/png', sizeOfPng],
  ['image/jpeg', sizeOfJpeg],
  ['image/webp', sizeOfWebp],
  ['image/svg+xml', (bytes) => sizeOfSvg(bytes.toString('utf8'))],
]

/**
 * The type and size of a picture by its bytes, never by a name; null for what is no picture
 * or whose size cannot be read.
 */
export function measure(bytes: Uint8Array): Measure | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const [contentType, read] of READERS) {
    const size = read(buffer)
    if (size !== null && size.width > 0 && size.height > 0) return { contentType, ...size }
  }
  return null
}

/** ISO/IEC 15948: the header chunk comes first, width and height stand at its beginning. */
function sizeOfPng(bytes: Buffer): Size | null {
  const isPng = bytes.length >= 24 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1A\n'
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Markers of ISO/IEC 10918-1 from C0 to CF that begin no frame. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc])

/** From segment to segment until one begins a frame, which has the size. */
function sizeOfJpeg(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // A filler byte stands before the marker; every other segment states its length.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** RFC 9649: lossy, lossless or extended, each with the size at a place of its own. */
function sizeOfWebp(bytes: Buffer): Size | null {
  const isWebp = bytes.length >= 30 && /^RIFF[^]{4}WEBP/.test(bytes.toString('latin1', 0, 12))
  if (!isWebp) return null
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk === 'VP8X')
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
