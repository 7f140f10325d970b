import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signed link opens, and until when. */
export interface SignedLink {
  path: string
  environmentId: string
  resourceId: string
  /** Seconds since 1970. */
  expiresAt: number
  disposition: 'attachment' | 'inline'
  /** Which form of the resource. */
  variant: string
}

export interface UrlSigner {
  /** The path with its proof in the query. */
  sign(link: SignedLink): string
  /** Whether the proof fits the link and the link has not expired. */
  verify(link: SignedLink, signature: string, nowMs: number): boolean
}

export function createUrlSigner(secret: string): UrlSigner {
  return {
    sign: (link) => {
      const query = new URLSearchParams({
        environment: link.environmentId,
        expires: String(link.expiresAt),
        disposition: link.disposition,
        variant: link.variant,
        signature: computeMac(link, secret),
      })
      return `${link.path}?${query.toString()}`
    },
    verify: (link, signature, nowMs) => {
      const expected = Buffer.from(computeMac(link, secret))
      const given = Buffer.from(signature)
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine && link.expiresAt * 1000 > nowMs
    },
  }
}

function computeMac(link: SignedLink, secret: string): string {
  const parts = [
    'signed-url-v2',
    link.path,
    link.environmentId,
    link.resourceId,
    link.expiresAt,
    link.disposition,
    link.variant,
  ]
  return createHmac('sha256', secret).update(parts.join('\n')).digest('base64url')
}
