import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { measureProcessorMs } from '../../../../test/processor-time.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { hashPassword, isPresentForm, verifyPassword } from './hash.ts'
import { requireStrongPassword } from './strength.ts'

describe('a password', () => {
  test('is kept as argon2id of 19 MiB and two passes, with a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('same words'), hashPassword('same words')])
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(one, other)
    assert.ok(isPresentForm(one) && !isPresentForm(one.replace('t=2', 't=1')))
  })

  test('opens in every spelling that a keyboard composes, and no other opens', async () => {
    const stored = await hashPassword('Cafe\u0301 au lait, 3 sucres')
    assert.equal(await verifyPassword('Caf\u00e9 au lait, 3 sucres', stored), true)
    assert.equal(await verifyPassword('caf\u00e9 au lait, 3 sucres', stored), false)
    assert.equal(await verifyPassword('', stored), false)
  })

  test('of no account, or of one without a password, is never right', async () => {
    for (const stored of [null, '', 'plain', '$argon2id$v=19$m=1,t=1,p=9$a$b'])
      assert.equal(await verifyPassword('plain', stored), false)
  })

  test('that is short, common, repeated or the person’s own address is refused', async () => {
    const weak = [
      'short',
      'elevenchars',
      'passwordpassword',
      '123456789012',
      'qwertyuiopasdf',
      'aaaaaaaaaaaaaaaa',
      'Password123!',
      'olivia.lender@bank.example',
      'olivialender1',
    ]
    for (const password of weak)
      await assert.rejects(
        requireStrongPassword(password, ['olivia.lender@bank.example', 'Olivia Lender']),
        (error: unknown) => error instanceof ApiError && error.code === 'weak_password',
        password,
      )
  })

  test('of four unrelated words is taken, and so is a very long one', async () => {
    for (const password of [
      'ledger petrol kiosk anvil',
      'x9$Lq2!vTz8#',
      `${'word '.repeat(3)}kiosk anvil ledger`,
    ])
      await requireStrongPassword(password, ['olivia@bank.example'])
    const long = `ledger petrol kiosk anvil ${'a'.repeat(220)}`
    const ms = await measureProcessorMs(() => requireStrongPassword(long, []))
    assert.ok(ms < 1000, `${ms} ms`)
  })
})
