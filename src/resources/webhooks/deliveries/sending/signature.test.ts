import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { mintWebhookSecret } from '../../../../platform/crypto/tokens.ts'
import { signatureHeaders } from './signature.ts'

// The worked example of the Standard Webhooks specification.
const EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1_614_265_330,
  payload: Buffer.from('{"test": 2432232314}'),
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('the Standard Webhooks signature is that of the specification’s example', () => {
  const { secret, signature, ...signed } = EXAMPLE
  const headers = signatureHeaders({ current: secret, next: null }, signed)
  assert.equal(headers['webhook-signature'], signature)
  assert.equal(headers['webhook-id'], EXAMPLE.eventId)
  assert.equal(headers['webhook-timestamp'], '1614265330')
})

test('X-Service-Signature is the hex HMAC of the body under the whole secret', () => {
  // RFC 4231, test case 2: key "Jefe".
  const payload = Buffer.from('what do ya want for nothing?')
  const headers = signatureHeaders({ current: 'Jefe', next: null }, { ...EXAMPLE, payload })
  assert.equal(
    headers['X-Service-Signature'],
    'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  assert.equal('X-Service-Signature-Next' in headers, false)
})

test('during a grace the previous secret signs, the next one beside it', () => {
  const [previous, next] = [mintWebhookSecret(), mintWebhookSecret()]
  const headers = signatureHeaders({ current: previous, next }, EXAMPLE)
  const bodySignature = (secret: string) =>
    `sha256=${createHmac('sha256', secret).update(EXAMPLE.payload).digest('hex')}`
  assert.equal(headers['X-Service-Signature'], bodySignature(previous))
  assert.equal(headers['X-Service-Signature-Next'], bodySignature(next))
  const alone = [previous, next].map(
    (current) => signatureHeaders({ current, next: null }, EXAMPLE)['webhook-signature'],
  )
  assert.equal(headers['webhook-signature'], alone.join(' '))
})

test('a minted secret stands for 256 bits of key', () => {
  const part = mintWebhookSecret().slice('whsec_'.length)
  assert.match(part, /^[0-9A-Za-z]+$/)
  assert.ok(Buffer.from(part, 'base64').length >= 32)
})
