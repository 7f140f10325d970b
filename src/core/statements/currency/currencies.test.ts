import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_CURRENCIES, CURRENCY_CODES, CURRENCY_CUES, isOnlyOrder } from './currencies.ts'
import { readCurrency } from './read-currency.ts'

test('every currency is read where it is labelled', () => {
  for (const code of CURRENCY_CODES) {
    const reading = readCurrency({ head: [`Currency: ${code}`], rows: [] }, 'USD')
    assert.deepEqual(reading, { currency: code, currencySource: 'printed' }, code)
  }
})

test('every country of an IBAN has its currency, whatever the setting', () => {
  for (const [country, currency] of COUNTRY_CURRENCIES) {
    const head = [`IBAN ${country}12 1234 5678 9012 3456 78`]
    assert.equal(readCurrency({ head, rows: [] }, 'XXX').currency, currency, country)
  }
})

test('every word of a country leads to its currency, or to none', () => {
  for (const { currency, phrase } of CURRENCY_CUES) {
    const reading = readCurrency({ head: [phrase], rows: [] }, undefined)
    const isRight = reading.currency === currency || reading.currencySource === 'assumed'
    assert.ok(isRight, `${phrase} is of ${currency} and read as ${reading.currency}`)
  }
})

test('the neighbours of the United States write days in either order', () => {
  for (const currency of ['BSD', 'JMD', 'CAD'])
    assert.deepEqual(
      [isOnlyOrder(currency, true), isOnlyOrder(currency, false)],
      [false, false],
      currency,
    )
  assert.equal(isOnlyOrder('GBP', false), true)
  assert.equal(isOnlyOrder('USD', true), true)
})
