import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { parseNumber, printNumber, setRegion } from './region.ts'
import { formatCents, formatDay, formatInstant, formatMonth, formatWhole } from './values.ts'

const USUAL = { locale: 'en-US', timezone: null }

afterEach(() => setRegion(USUAL))

test('a number that is typed is read as it is written here', () => {
  const read = (texts: readonly string[]) => texts.map(parseNumber)
  assert.deepEqual(
    read(['1,204.5', '1,204', '$12', '1.325', '\u22124', '(123.67)', '($1,204.5)']),
    [1204.5, 1204, 12, 1.325, -4, -123.67, -1204.5],
  )
  setRegion({ locale: 'de-DE', timezone: null })
  assert.deepEqual(
    read(['1.204,5', '1.204', '1,325', '1.32', '1,204.5']),
    [1204.5, 1204, 1.325, 1.32, 1204.5],
  )
  assert.equal(parseNumber(' '), null)
  assert.ok(Number.isNaN(parseNumber('twelve')))
})

test('what is printed to be typed over is read as the same number, in every region', () => {
  for (const locale of ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'sv-SE', 'en-IN']) {
    setRegion({ locale, timezone: null })
    for (const value of [0, 1.325, 1204.5, 75_000, 1_234_567.89, 0.125, -412.58])
      assert.equal(parseNumber(printNumber(value)), value, `${locale} ${value}`)
  }
})

test('numbers, days and instants follow the region', () => {
  setRegion({ locale: 'de-DE', timezone: 'America/New_York' })
  assert.equal(formatWhole(61_833), '61.833')
  assert.equal(formatCents(-412.5), '−412,50')
  assert.equal(formatDay('2025-10-30'), '30. Okt. 2025')
  assert.equal(formatMonth('2025-10'), 'Okt. 2025')
  assert.match(formatInstant('2025-10-30T02:00:00.000Z'), /29\.10\.2025, 22:00/)
  assert.equal(setRegion(USUAL), true)
  assert.equal(formatDay('2025-10-30'), '30 Oct 2025')
})
