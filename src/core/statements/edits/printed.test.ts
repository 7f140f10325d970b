import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrintedIn } from './printed.ts'

test('an amount is found in its line whatever its sign and separators, and no part of another is', () => {
  const lines: [line: string, cents: number, currency: string, isPrinted: boolean][] = [
    ['09/30 COUNTER DEPOSIT 2,602.89 14,002.11', 260_289, 'USD', true],
    ['09/30 COUNTER DEPOSIT 2,602.89 14,002.11', -1_400_211, 'USD', true],
    ['09/30 COUNTER DEPOSIT 2,602.89 14,002.11', 200_289, 'USD', false],
    ['09/30 COUNTER DEPOSIT 2,602.89', 60_289, 'USD', false],
    ['2025-07-13,FUEL STOP,-15.00,750.00', -1500, 'USD', true],
    ['2025-07-13,FUEL STOP,-15.00,750.00', -15_000, 'USD', false],
    ['30.09. GUTSCHRIFT 2.602,89', 260_289, 'EUR', true],
    ['30/09 VIREMENT 12 602,89', 1_260_289, 'EUR', true],
    ['SALARY 1,500', 150_000, 'USD', true],
    ['SALARY 1,500', 1500, 'JPY', true],
  ]
  for (const [line, cents, currency, isPrinted] of lines)
    assert.equal(isPrintedIn(line, cents, currency), isPrinted, `${line}: ${cents}`)
})
