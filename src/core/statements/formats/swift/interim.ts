import type { Problem } from '../../../values/problem.ts'
import type { StatementRow } from '../../statement.ts'
import { exactCents } from '../../../values/exact-cents.ts'
import type { SwiftMessage } from './fields.ts'

const SIDES = [
  { tag: '90D', name: 'debits', sign: -1 },
  { tag: '90C', name: 'credits', sign: 1 },
] as const

/**
 * Number and sum of the debits and credits that an MT942 announces (`:90D:3EUR1250,5`) against its
 * entries; a `control_total_mismatch` names what was expected and what is there.
 */
export function checkInterimTotals(
  message: SwiftMessage,
  rows: readonly StatementRow[],
  context: { where: string; currency: string },
): Problem[] {
  return SIDES.flatMap(({ tag, name, sign }) => {
    const text = message.find((field) => field.tag === tag)?.value.trim() ?? ''
    // 3EUR1250,5
    const match = /^(\d{1,5})([A-Z]{3})(\d+(?:[.,]\d*)?)$/.exec(text)
    if (!match) return []
    const amounts = rows.map(({ amount }) => amount * sign).filter((amount) => amount > 0)
    const expected = { count: Number(match[1]), sum: exactCents(match[3]!, context.currency) }
    const actual = { count: amounts.length, sum: amounts.reduce((sum, amount) => sum + amount, 0) }
    if (expected.count === actual.count && expected.sum === actual.sum) return []
    const announced = `:${tag}: announces ${expected.count} ${name} of ${expected.sum}`
    const found = `the entries are ${actual.count} of ${actual.sum} (minor units)`
    return [
      { code: 'control_total_mismatch', where: context.where, message: `${announced}; ${found}.` },
    ]
  })
}
