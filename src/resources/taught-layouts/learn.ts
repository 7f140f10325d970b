import type {
  AccountType,
  Replacement,
  Statement,
  TaughtRules,
} from '../../core/statements/statement.ts'
import { holderKey, sourceOfYear, type FileFacts } from '../../core/statements/taught/lesson.ts'
import { audit, type AuditAction } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { openRules } from './lessons.ts'
import {
  deleteOldest,
  findTaught,
  TAUGHT_ACCOUNT,
  TAUGHT_LAYOUTS,
  upsertTaught,
  type TaughtLayoutRow,
} from './store.ts'

/** Layouts that an environment can teach; beyond them, the one unused longest is forgotten. */
export const MOST_LAYOUTS = 200

/** Corrections of one statement, and what they were made on. */
export interface Correction {
  documentId: string
  format: string | null
  file: FileFacts
  /** As it was read, before this and any other correction. */
  read: Statement
  /** The fields that a person set, by their new value; null takes one back. */
  values: Readonly<Record<string, unknown>>
}

/**
 * Keeps what the corrections say of later documents of the same layout; a field that is set back is
 * forgotten, and a layout without rules. Nothing is learned where no fingerprint distinguishes the
 * layout, and nothing from corrections of single rows.
 */
export async function learn(ctx: Context, correction: Correction): Promise<void> {
  const fingerprint = correction.read.fingerprint ?? null
  const changes = findRules(correction)
  if (fingerprint === null || Object.keys(changes).length === 0) return
  const known = await findTaught(ctx, fingerprint)
  const rules = withoutUndefined({ ...(known && openRules(ctx, known)), ...changes })
  if (Object.keys(rules).length === 0) {
    if (known) await forget(ctx, known)
    return
  }
  const { accountNumber, ...plain } = rules
  const id = known?.id ?? randomUUIDv7()
  await upsertTaught(ctx, {
    id,
    fingerprint,
    rules: plain,
    institutionName: correction.read.institutionName,
    format: correction.format,
    ruleDocuments: findDocuments(known, { rules, changes, documentId: correction.documentId }),
    accountSealed: accountNumber
      ? TAUGHT_ACCOUNT.at(ctx, id).seal(JSON.stringify(accountNumber))
      : null,
  })
  await auditLayout(ctx, id, known ? 'updated' : 'created')
  for (const old of await deleteOldest(ctx, MOST_LAYOUTS)) await auditLayout(ctx, old.id, 'deleted')
}

/** Whose correction each rule follows: a changed one this document's. */
function findDocuments(
  known: TaughtLayoutRow | null,
  { rules, changes, documentId }: { rules: TaughtRules; changes: TaughtRules; documentId: string },
): Record<string, string> {
  const names = Object.keys(rules).map((name) => {
    const before = known?.ruleDocuments[name]
    return [name, name in changes || before === undefined ? documentId : before] as const
  })
  return Object.fromEntries(names)
}

/** Documents that were read with it keep their readings until they are read again. */
export async function forget(ctx: Context, { id }: Pick<TaughtLayoutRow, 'id'>): Promise<void> {
  await TAUGHT_LAYOUTS.remove(ctx, id)
  await auditLayout(ctx, id, 'deleted')
}

async function auditLayout(ctx: Context, id: string, action: AuditAction): Promise<void> {
  const summary = `Taught layout ${action}`
  await audit(ctx, { action, resourceType: 'taught_layout', resourceId: id, summary })
}

type Rule = (value: unknown, correction: Correction) => unknown

/** What of a corrected field holds for other documents; undefined where nothing does. */
const RULES: Readonly<Record<string, { rule: keyof TaughtRules; find: Rule }>> = {
  signs: { rule: 'signs', find: (value) => (value === 'turned' ? value : undefined) },
  sections: { rule: 'sections', find: findSections },
  date_order: { rule: 'dateOrder', find: (value) => (value === 'swapped' ? value : undefined) },
  year: {
    rule: 'year',
    find: (value, { read, file }) => sourceOfYear(value as number, read, file),
  },
  currency: { rule: 'currency', find: (to, { read }) => replacement(read.currency, to as string) },
  account_type: {
    rule: 'accountType',
    find: (to, { read }) => replacement(read.accountType, to as AccountType),
  },
  institution_name: {
    rule: 'institutionName',
    find: (to, { read }) => replacement(read.institutionName, to as string),
  },
  account_number: { rule: 'accountNumber', find: findAccount },
}

function findRules(correction: Correction): TaughtRules {
  const found = Object.entries(correction.values).flatMap(([field, value]) => {
    const known = RULES[field]
    if (!known) return []
    return [[known.rule, value === null ? undefined : known.find(value, correction)] as const]
  })
  return Object.fromEntries(found) as TaughtRules
}

function findSections(value: unknown): TaughtRules['sections'] {
  const turned = Object.entries(value as Record<string, string>).filter(
    ([, signs]) => signs === 'turned',
  )
  return turned.length === 0
    ? undefined
    : Object.fromEntries(turned.map(([name]) => [name, 'turned' as const]))
}

/** A number is its holder's own: it stands for the digits that were read of this holder alone. */
function findAccount(to: unknown, { read }: Correction): TaughtRules['accountNumber'] {
  const holder = holderKey(read)
  if (holder === '') return undefined
  return { from: read.accountLast4, to: to as string, holder }
}

function replacement<Value>(from: Value, to: Value): Replacement<Value> | undefined {
  return from === to ? undefined : { from, to }
}

function withoutUndefined(rules: TaughtRules): TaughtRules {
  return Object.fromEntries(
    Object.entries(rules).filter(([, rule]) => rule !== undefined),
  ) as TaughtRules
}
