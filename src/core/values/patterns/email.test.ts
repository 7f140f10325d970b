import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAddressFault, EMAIL_ADDRESS } from './email.ts'

test('an address receives mail only where its host has an ending', () => {
  const isAddress = (text: string) => new RegExp(`^${EMAIL_ADDRESS}$`).test(text)
  for (const good of ['a@b.co', 'deal+k3@in.acme.example', "o'neil@x.co.uk", 'ü@bücher.example'])
    assert.ok(isAddress(good), good)
  for (const bad of [
    'a@b',
    'a@b.c',
    'a@.com',
    'a@b..com',
    'a b@c.com',
    'a@b.com, c@d.com',
    '@b.com',
  ])
    assert.ok(!isAddress(bad), bad)
})

test('a fault names the nearest address that can receive', () => {
  for (const [given, near] of [
    ['owner@maplestreet', 'Did you mean owner@maplestreet.com?'],
    ['mailto:a@b.com', 'Did you mean a@b.com?'],
    ['a@b.com,', 'Did you mean a@b.com?'],
    ['nobody', 'One is name@business.com.'],
  ] as const)
    assert.equal(describeAddressFault(given), `is no e-mail address that can receive. ${near}`)
})
