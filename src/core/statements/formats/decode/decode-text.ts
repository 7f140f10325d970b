import { guessEncoding } from './encodings.ts'

/**
 * The text of a file whose encoding is not stated: a byte order mark decides, then the zero bytes
 * of UTF-16, then whether it is valid UTF-8; else the encoding in which its words look like words,
 * which reads any bytes. `declared` (an OFX or XML header) is used only when the bytes do not
 * contradict it.
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null): string {
  const encoding = encodingByMark(bytes) ?? encodingByZeros(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes)
  return new TextDecoder(knownEncoding(declared) ?? guessEncoding(bytes)).decode(bytes)
}

/** Whether the bytes are of Unicode, where nothing has to be guessed. */
export function isUnicode(bytes: Uint8Array): boolean {
  return (encodingByMark(bytes) ?? encodingByZeros(bytes)) !== null || isUtf8(bytes)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function encodingByMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** Latin text in UTF-16 has a zero in every second byte; no other text encoding has any. */
function encodingByZeros(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 512)
  let even = 0
  let odd = 0
  for (let index = 0; index < sample.length; index += 1) {
    if (sample[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  if (odd > sample.length / 4 && even === 0) return 'utf-16le'
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : null
}

/** Single-byte encodings a header may name; UTF-8 has already been ruled out by the bytes. */
function knownEncoding(label: string | null): string | null {
  const name = (label ?? '').toLowerCase()
  if (/^(windows-?|cp)?125[0-8]$/.test(name)) return `windows-${name.slice(-4)}`
  return /^iso-8859-(1[0-6]|[2-8])$/.test(name) ? name : null
}
