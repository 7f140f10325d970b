import { toMajor } from '../../values/money.ts'
import type { ReadField, SumRule } from './rule.ts'

/** Reports are often printed in whole units: each part may be off by half of one. */
const SLACK_PER_PART = 100

/**
 * Checks what must add up (assets = liabilities + equity) and marks sums that do, and sums that do
 * not with the difference. A rule with an unknown part is skipped.
 */
export function checkSums(fields: Record<string, ReadField>, rules: readonly SumRule[]): void {
  for (const rule of rules) {
    const total = getCents(fields[rule.field])
    const parts = rule.parts.map(([sign, name]) => {
      const cents = getCents(fields[name])
      return cents === null && rule.optional?.includes(name)
        ? 0
        : cents === null
          ? null
          : sign * cents
    })
    if (total === null || parts.some((part) => part === null)) continue
    const sum = parts.reduce<number>((all, part) => all + part!, 0)
    const field = fields[rule.field]!
    const isRight = Math.abs(total - sum) <= computeTolerance([total, ...parts])
    if (!isRight) {
      field.validation = 'failed'
      field.validationMessage = `${describeSum(rule)} gives ${toMajor(sum)}, not ${toMajor(total)}.`
    } else if (field.validation === 'not_applicable') field.validation = 'passed'
  }
}

/** Figures with cents must agree to the cent. */
function computeTolerance(figures: (number | null)[]): number {
  return figures.some((cents) => cents! % 100 !== 0) ? 0 : (SLACK_PER_PART * figures.length) / 2
}

function getCents(field: ReadField | undefined): number | null {
  return field?.type === 'money' && typeof field.value === 'number' ? field.value : null
}

function describeSum({ parts }: SumRule): string {
  const words = parts.map(([sign, name], at) => {
    const word = name.replaceAll('_', ' ')
    return at === 0 && sign === 1 ? word : `${sign === 1 ? '+' : '−'} ${word}`
  })
  return words.join(' ')
}
