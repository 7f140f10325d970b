import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDraft, toOwner } from './owner-draft.ts'

test('what the form does not show goes back as it came, and what is empty is not known', () => {
  const address = {
    line1: '1 Pier',
    line2: null,
    city: null,
    state: 'ME',
    postal_code: null,
    country: null,
  }
  const owner = {
    first_name: 'Ada',
    last_name: null,
    ownership_percent: 60,
    email: null,
    phone: null,
    date_of_birth_masked: '1980-**-**',
    ssn_last4: '6789',
    fico: 700,
    is_guarantor: true,
    address,
  }
  const draft = { ...toDraft(owner), date_of_birth: '1980-02-03' }
  assert.deepEqual(toOwner(draft), {
    first_name: 'Ada',
    last_name: null,
    ownership_percent: 60,
    email: null,
    phone: null,
    date_of_birth: '1980-02-03',
    ssn_last4: '6789',
    fico: 700,
    is_guarantor: true,
    address,
  })
})
