import { createHash, timingSafeEqual } from 'node:crypto'

/** What a signature says before it is verified; null for what cannot be one. */
export interface SignatureHead {
  kid: string
}

const AGE_SECONDS_MAX = 5 * 60

/** Reads the head of `Plaid-Verification`: an ES256 JWT whose key `kid` names. */
export async function readSignature(jwt: string): Promise<SignatureHead | null> {
  const { decodeProtectedHeader } = await import('jose')
  try {
    const { alg, kid } = decodeProtectedHeader(jwt)
    // 6c5516e1-92dc-479e-a8ff-5a51992e0001
    return alg === 'ES256' && kid !== undefined && /^[\w-]{1,100}$/.test(kid) ? { kid } : null
  } catch {
    return null
  }
}

interface Signed {
  jwt: string
  key: object
  body: Buffer
  nowMs: number
}

/** Whether the key signed this body within the last five minutes. */
export async function verifySignature({ jwt, key, body, nowMs }: Signed): Promise<boolean> {
  const { importJWK, jwtVerify } = await import('jose')
  try {
    const options = {
      algorithms: ['ES256'],
      currentDate: new Date(nowMs),
      maxTokenAge: AGE_SECONDS_MAX,
      clockTolerance: 60,
    }
    const { payload } = await jwtVerify(jwt, await importJWK(key, 'ES256'), options)
    return isSame(payload.request_body_sha256, createHash('sha256').update(body).digest('hex'))
  } catch {
    return false
  }
}

function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
