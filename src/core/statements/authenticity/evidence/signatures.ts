/** What a digital signature proves about its file. */
export interface FileSignature {
  /** Null where the type of signature is unknown: such a signature proves nothing. */
  isIntact: boolean | null
  fault: string | null
}

const SIGNATURES_MAX = 20
// /ByteRange [0 8412 16606 1204]
const BYTE_RANGE = /\/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]/g
/** Kinds whose signed attributes hold the digest of the file itself. */
const DETACHED = /\/SubFilter\s*\/(?:adbe\.pkcs7\.detached|ETSI\.CAdES\.detached)/
/** Characters of the dictionary around the range that may name its kind. */
const NEIGHBORHOOD = 4096
// OBJECT IDENTIFIER 1.2.840.113549.1.9.4, messageDigest
const MESSAGE_DIGEST = Buffer.from('06092a864886f70d010904', 'hex')
const DIGESTS: Record<number, string> = { 20: 'SHA-1', 32: 'SHA-256', 48: 'SHA-384', 64: 'SHA-512' }

/**
 * Checks every signature of a PDF against the bytes it covers (ISO 32000-1, 12.8.1; RFC 5652,
 * 11.2). Who signed, and whether they are trusted, is not checked.
 */
export async function inspectSignatures(bytes: Uint8Array): Promise<FileSignature[]> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.includes('/ByteRange')) return []
  const source = file.toString('latin1')
  const ranges = [...source.matchAll(BYTE_RANGE)].slice(0, SIGNATURES_MAX)
  return Promise.all(ranges.map((match) => inspectSignature(file, source, match)))
}

async function inspectSignature(
  file: Buffer,
  source: string,
  match: RegExpExecArray,
): Promise<FileSignature> {
  const [from, length, next, rest] = match.slice(1, 5).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const end = next + rest
  const gap = source.slice(length, next).trim()
  if (from !== 0 || length > next || end > file.length || !/^<[\da-f\s]*>$/i.test(gap))
    return { isIntact: false, fault: 'it does not cover the file around itself' }
  const near = source.slice(Math.max(0, match.index - NEIGHBORHOOD), match.index + NEIGHBORHOOD)
  const signed = digestIn(Buffer.from(gap.replace(/[<>\s]/g, ''), 'hex'))
  const algorithm = DIGESTS[signed?.length ?? 0]
  if (!signed || !algorithm || !DETACHED.test(near)) return { isIntact: null, fault: null }
  const covered = Buffer.concat([file.subarray(0, length), file.subarray(next, end)])
  const actual = Buffer.from(await crypto.subtle.digest(algorithm, covered))
  const isIntact = actual.equals(signed)
  return { isIntact, fault: isIntact ? null : 'the bytes it covers are not those that were signed' }
}

/** The first messageDigest attribute: SET { OCTET STRING }. Null when there is none. */
function digestIn(message: Buffer): Buffer | null {
  const at = message.indexOf(MESSAGE_DIGEST)
  if (at < 0) return null
  const value = at + MESSAGE_DIGEST.length
  if (message[value] !== 0x31 || message[value + 2] !== 0x04) return null
  const length = message[value + 3]!
  return length > 64 ? null : message.subarray(value + 4, value + 4 + length)
}
