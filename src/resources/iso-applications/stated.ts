import type { FieldValue } from '../../core/statements/fields/rule.ts'
import { toCents } from '../../core/values/money.ts'
import type { Paper, PaperSection, PaperValue } from '../../core/values/paper/paper.ts'
import { toSnake } from '../../core/values/text.ts'
import type { Context, OutsideContext } from '../../platform/context.ts'
import { putFile } from '../../platform/http/multipart.ts'
import { renderPdf } from '../../platform/paper/pdf/document.ts'
import type { StagedFile } from '../../platform/route.ts'
import { insertPatch } from '../records/documents/fields/store.ts'
import { FIELD_PLACES } from './field-places.ts'
import type { StatedApplication } from './schemas.ts'
import { STATED, type ApplicationRow } from './store.ts'

type StatedOwner = NonNullable<StatedApplication['owners']>[number]

const CURRENCY = 'USD'
const REASON = 'Stated by the caller'

/** A stated application as it is kept: without the digits of a social security number. */
export function sealStated(ctx: Context, id: string, stated: StatedApplication): string {
  const owners = stated.owners?.map(({ ssn, ...owner }) => ({
    ...owner,
    ssnLast4: readLast4({ ssn, ...owner }),
  }))
  return STATED.at(ctx, id).seal(JSON.stringify({ ...stated, owners }))
}

/** What was stated; null for an application that came as a file. */
export function openStated(
  ctx: Context,
  { id, statedSealed }: ApplicationRow,
): StatedApplication | null {
  if (statedSealed === null) return null
  return JSON.parse(STATED.at(ctx, id).open(statedSealed)) as StatedApplication
}

/** The document of a stated application, so that every field has a place that can be seen. */
export async function printStated(
  ctx: OutsideContext,
  stated: StatedApplication,
): Promise<StagedFile> {
  const at = new Date(ctx.house.now())
  const content = await renderPdf(toPaper(stated, at), at)
  return putFile(ctx.house, ctx.environment, { filename: 'application.pdf', content })
}

/** Each value as it was stated: the reading of the document gives the places alone. */
export async function keepStated(
  ctx: Context,
  documentId: string,
  stated: StatedApplication,
): Promise<void> {
  for (const [path, to] of listValues(stated))
    await insertPatch(ctx, { documentId, path, from: null, to, reason: REASON })
}

function listValues(stated: StatedApplication): [path: string, value: FieldValue][] {
  const owners = stated.owners ?? []
  const [first] = owners
  const obligations = stated.funding?.outstandingBalances ?? []
  const placed = new Map(listPlaced(stated).map(({ field, value }) => [field, value]))
  return [
    // What is not stated is not known, whatever the printed page may be taken for.
    ...[...new Set(FIELD_PLACES.map(({ field }) => field))]
      .filter((field) => !first || !OF_FIRST_OWNER.has(field))
      .map((field): [string, FieldValue] => [`fields.${field}`, placed.get(field) ?? null]),
    ...(first ? listFirst(first) : []),
    ...owners.flatMap((owner, row) =>
      Object.entries(toColumns(owner)).map(([column, value]): [string, FieldValue] => [
        `tables.owners.${row}.${column}`,
        value,
      ]),
    ),
    ...obligations.flatMap(({ funder, balance, payment = null }, row): [string, FieldValue][] => [
      [`tables.obligations.${row}.funder`, funder],
      [`tables.obligations.${row}.balance`, toCents(balance, CURRENCY)],
      [`tables.obligations.${row}.payment`, payment === null ? null : toCents(payment, CURRENCY)],
    ]),
  ]
}

/** Fields of the document that say something of the first owner. */
const OF_FIRST_OWNER = new Set(['signature_present', 'signed_date'])

/** The stated values that are fields of the document, money in minor units. */
function listPlaced(
  stated: StatedApplication,
): { field: string; label: string; value: FieldValue; shown: PaperValue; isMoney: boolean }[] {
  const parts = stated as Record<string, Record<string, string | number | null> | undefined>
  const seen = new Set<string>()
  return FIELD_PLACES.flatMap(({ part, name, field, kind, label }) => {
    const given = parts[part]?.[name] ?? null
    if (given === null || seen.has(field)) return []
    seen.add(field)
    const isMoney = kind === 'money'
    const value = isMoney ? toCents(given as number, CURRENCY) : given
    return [{ field, label, value, shown: given, isMoney }]
  })
}

/** The fields of the first owner. */
function listFirst(owner: StatedOwner): [string, FieldValue][] {
  const { name, title, ownership_percent: percent, ...rest } = toColumns(owner)
  const own: [string, FieldValue][] = [
    ['fields.owner_name', name!],
    ['fields.owner_title', title!],
    ['fields.ownership_percent', percent!],
    ['fields.signature_present', isSigned(owner)],
    ['fields.signed_date', owner.signedAt ?? null],
  ]
  const others = ['date_of_birth', 'ssn_last4', 'address', 'phone', 'email']
  return [
    ...own,
    ...others.map((column): [string, FieldValue] => [`fields.owner_${column}`, rest[column]!]),
  ]
}

/** An owner by the columns of the document's table. */
export function toColumns(owner: StatedOwner): Record<string, FieldValue> {
  const { firstName, lastName, ssn: _, ssnMasked: _masked, signedAt = null, ...rest } = owner
  const given = Object.entries({ ...rest, ssnLast4: readLast4(owner) })
  return {
    name: `${firstName} ${lastName}`,
    title: null,
    ownership_percent: null,
    date_of_birth: null,
    address: null,
    phone: null,
    email: null,
    ...Object.fromEntries(given.map(([key, value]) => [toSnake(key), value ?? null])),
    has_signature: isSigned(owner),
    signed_date: signedAt,
  }
}

function readLast4({ ssn, ssnLast4, ssnMasked }: StatedOwner): string | null {
  return ssn?.slice(-4) ?? ssnLast4 ?? ssnMasked?.slice(-4) ?? null
}

/** Who states the day of a signature states that there is one. */
function isSigned({ hasSignature, signedAt }: StatedOwner): boolean | null {
  return hasSignature ?? (signedAt == null ? null : true)
}

function toPaper(stated: StatedApplication, at: Date): Paper {
  const placed = listPlaced(stated)
  const rows = placed.map(({ label, shown, isMoney }): PaperValue[] => [
    label,
    isMoney ? `$${(shown as number).toFixed(2)}` : shown,
  ])
  return {
    title: 'Business Funding Application',
    subtitle: 'As stated by the sender',
    currency: CURRENCY,
    footer: `Received ${at.toISOString()}`,
    sections: [
      toSection('Business Information', rows),
      ...(stated.owners ?? []).map((owner, index) =>
        toSection(`Owner ${index + 1} Information`, listOwnerRows(owner)),
      ),
      ...listDebts(stated),
    ],
  }
}

function toSection(title: string, rows: PaperValue[][]): PaperSection {
  const columns = [
    { label: 'Field', as: 'text', width: 1 } as const,
    { label: 'Value', as: 'text', width: 2 } as const,
  ]
  const table = { kind: 'table', title: '', columns, rows, empty: '', omitted: null } as const
  return { title, note: null, blocks: [{ ...table, columns: [...columns] }] }
}

function listOwnerRows(owner: StatedOwner): PaperValue[][] {
  const last4 = readLast4(owner)
  const percent = owner.ownershipPercent
  const rows: [string, string | number | null | undefined][] = [
    ['Name', `${owner.firstName} ${owner.lastName}`],
    ['Title', owner.title],
    ['Ownership %', percent == null ? null : `${percent}%`],
    ['Date of Birth', owner.dateOfBirth],
    ['SSN', last4 === null ? null : `***-**-${last4}`],
    ['Home Address', owner.address],
    ['Cell Phone', owner.phone],
    ['Email', owner.email],
    ['Credit Score', owner.creditScore],
    ['Date Signed', owner.signedAt],
  ]
  return rows.flatMap(([label, value]) => (value == null ? [] : [[label, value]]))
}

function listDebts({ funding }: StatedApplication): PaperSection[] {
  const debts = funding?.outstandingBalances ?? []
  if (debts.length === 0) return []
  const columns = ['Funding Company', 'Balance', 'Payment'].map((label) => ({
    label,
    as: 'text' as const,
    width: 1,
  }))
  const rows = debts.map(({ funder, balance, payment }): PaperValue[] => [
    funder,
    `$${balance.toFixed(2)}`,
    payment == null ? null : `$${payment.toFixed(2)}`,
  ])
  const table = { kind: 'table' as const, title: '', columns, rows, empty: '', omitted: null }
  return [{ title: 'Outstanding Balances', note: null, blocks: [table] }]
}
