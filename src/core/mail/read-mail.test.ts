import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hostileMails } from '../../../test/hostile-mails.ts'
import { seeded } from '../../../fixtures/model/random.ts'
import { readMail } from './read-mail.ts'

describe('reading a mail', () => {
  test('never throws, and every text of it can be stored', async () => {
    for (const raw of hostileMails(seeded('read-mail'), 84, 100)) {
      const mail = await readMail(raw, 'mx.lender.example')
      const text = JSON.stringify(mail)
      assert.ok(!text.includes(String.raw`\u0000`), text.slice(0, 200))
      assert.ok(text.isWellFormed())
    }
  })

  test('takes addresses apart, and leaves out what is none', async () => {
    const raw =
      'From: "Ann, O" <Ann@X.example>\r\nTo: group: a@x.example, b@x.example; , c\r\n\r\nText'
    const mail = await readMail(Buffer.from(raw), null)
    assert.deepEqual(mail!.from, { name: 'Ann, O', address: 'ann@x.example' })
    assert.deepEqual(
      mail!.to.map(({ address }) => address),
      ['a@x.example', 'b@x.example'],
    )
  })
})
