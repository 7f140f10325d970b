import type { TaughtRules } from '../../core/statements/statement.ts'
import { toSnake } from '../../core/values/text.ts'
import type { Context } from '../../platform/context.ts'
import { openRules } from './lessons.ts'
import type { TaughtLayoutRow } from './store.ts'

/** A taught layout as the API shows it: account numbers by their last four digits. */
export function presentTaughtLayout(ctx: Context, row: TaughtLayoutRow): object {
  const rules = Object.entries(openRules(ctx, row)).map(([name, rule]) => ({
    field: toSnake(name),
    ...presentRule(name as keyof TaughtRules, rule),
    documentId: row.ruleDocuments[name],
  }))
  return { ...row, rules }
}

function presentRule(
  name: keyof TaughtRules,
  rule: NonNullable<TaughtRules[keyof TaughtRules]>,
): { value: unknown; readValue: unknown } {
  if (name === 'sections' || typeof rule === 'string') return { value: rule, readValue: null }
  const { from, to } = rule as { from: string | null; to: string | null }
  if (name !== 'accountNumber') return { value: to, readValue: from }
  return { value: mask(to), readValue: mask(from) }
}

function mask(number: string | null): string | null {
  return number === null ? null : `****${number.replace(/[^A-Za-z0-9]/g, '').slice(-4)}`
}
