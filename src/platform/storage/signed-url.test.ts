import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createUrlSigner, type SignedLink } from './signed-url.ts'

const SIGNER = createUrlSigner('a secret')
const LINK: SignedLink = {
  path: '/v1/files/0190',
  environmentId: 'e1',
  resourceId: 'd1',
  expiresAt: 1000,
  disposition: 'attachment',
  variant: 'original',
}

function readSignature(link: SignedLink, signer = SIGNER): string {
  return new URL(signer.sign(link), 'http://localhost').searchParams.get('signature')!
}

describe('a signed link', () => {
  test('opens what it names until the second it expires', () => {
    const signature = readSignature(LINK)
    assert.equal(SIGNER.verify(LINK, signature, 999_999), true)
    assert.equal(SIGNER.verify(LINK, signature, 1_000_000), false)
  })

  test('opens nothing else: no field can be changed', () => {
    const signature = readSignature(LINK)
    const changes: Partial<SignedLink>[] = [
      { path: '/v1/files/0191' },
      { environmentId: 'e2' },
      { resourceId: 'd2' },
      { expiresAt: 2000 },
      { disposition: 'inline' },
      { environmentId: 'e1\nd1', resourceId: '' },
    ]
    for (const change of changes) {
      assert.equal(SIGNER.verify({ ...LINK, ...change }, signature, 0), false)
    }
  })

  test('does not open with a signature that is cut, empty or of another secret', () => {
    const signature = readSignature(LINK)
    for (const wrong of ['', signature.slice(1), `${signature}A`, 'é'.repeat(43)]) {
      assert.equal(SIGNER.verify(LINK, wrong, 0), false)
    }
    const other = createUrlSigner('another secret')
    assert.equal(SIGNER.verify(LINK, readSignature(LINK, other), 0), false)
  })

  test('carries all that is needed to verify it', () => {
    const url = new URL(SIGNER.sign(LINK), 'http://localhost')
    assert.equal(url.pathname, LINK.path)
    assert.deepEqual(
      [...url.searchParams.keys()],
      ['environment', 'expires', 'disposition', 'variant', 'signature'],
    )
  })
})
