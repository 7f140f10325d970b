import type { Lesson, Statement, TaughtRules } from '../../core/statements/statement.ts'
import type { Context } from '../../platform/context.ts'
import { listAllTaught, TAUGHT_ACCOUNT, updateUses, type TaughtLayoutRow } from './store.ts'

/**
 * What the environment was taught, as the reader of a document takes it. What the document itself
 * taught is left out: its own corrections hold for it.
 */
export async function listLessons(ctx: Context, { id }: { id: string }): Promise<Lesson[]> {
  const rows = await listAllTaught(ctx)
  return rows.map((row) => {
    const rules = Object.entries(openRules(ctx, row))
    const others = rules.filter(([name]) => row.ruleDocuments[name] !== id)
    return {
      layoutId: row.id,
      fingerprint: row.fingerprint,
      rules: Object.fromEntries(others) as TaughtRules,
    }
  })
}

/** All rules of a layout, with the account number that it keeps sealed. */
export function openRules(
  ctx: Context,
  { id, rules, accountSealed }: Pick<TaughtLayoutRow, 'id' | 'rules' | 'accountSealed'>,
): TaughtRules {
  if (accountSealed === null) return rules
  const text = TAUGHT_ACCOUNT.at(ctx, id).open(accountSealed)
  return { ...rules, accountNumber: JSON.parse(text) as TaughtRules['accountNumber'] }
}

/** Counts a reading for each layout that it follows. */
export async function countUses(
  ctx: Context,
  kept: readonly { statement: Pick<Statement, 'taught'> }[],
): Promise<void> {
  const ids = kept
    .flatMap(({ statement }) => statement.taught ?? [])
    .map(({ layoutId }) => layoutId)
  await updateUses(ctx, [...new Set(ids)])
}
