import { postProcess } from '../../core/entities/post-process.ts'
import type { FieldReading } from '../../core/statements/fields/extract.ts'
import type { FieldValue, ReadRow } from '../../core/statements/fields/rule.ts'
import { toMajor } from '../../core/values/money.ts'
import { hasScope } from '../../core/values/access/actor.ts'
import type { Context } from '../../platform/context.ts'
import { maskedValue } from '../entities/values/present.ts'
import { listCorrected, type CorrectedReading } from '../records/documents/field-review.ts'
import { maskEin } from '../records/submissions/company.ts'
import { FIELD_PLACES } from './field-places.ts'
import type { PresentedApplication, StatedApplication } from './schemas.ts'
import { openStated, toColumns } from './stated.ts'
import type { ApplicationRow } from './store.ts'

type Owner = PresentedApplication['owners'][number]
type Row = ReadRow['values']

/** Applications with what was read of their documents. */
export async function presentApplications(
  ctx: Context,
  rows: readonly ApplicationRow[],
): Promise<PresentedApplication[]> {
  const readings = await listReadings(ctx, rows)
  return rows.map((row) => toApplication(ctx, row, readings.get(row.documentId)))
}

export async function presentApplication(
  ctx: Context,
  row: ApplicationRow,
): Promise<PresentedApplication> {
  const [shown] = await presentApplications(ctx, [row])
  return shown!
}

/** What was read of the documents of applications, by document. */
export function listReadings(
  ctx: Context,
  rows: readonly ApplicationRow[],
): Promise<Map<string, CorrectedReading>> {
  const documents = rows.map((row) => ({
    id: row.documentId,
    documentClass: row.documentClass,
    documentSubtype: row.documentSubtype,
    createdAt: row.documentCreatedAt,
  }))
  return listCorrected(ctx, documents)
}

/** An application in the shape of resources §19.2; identifiers in full only with `pii:read`. */
export function toApplication(
  ctx: Context,
  row: ApplicationRow,
  corrected: CorrectedReading | undefined,
): PresentedApplication {
  const { id, submissionId, documentId, filename, status, source, pageCount, attempts } = row
  const isOpen = hasScope(ctx.actor, 'pii:read')
  const reading = corrected?.reading
  const stated = reading ? null : openStated(ctx, row)
  const parts = withStated(readParts(reading, isOpen), stated, isOpen)
  return {
    id,
    submissionId,
    documentId,
    filename,
    status,
    source,
    ...parts,
    funding: {
      ...parts.funding,
      outstandingBalances: stated ? listStatedDebts(stated) : listObligations(reading),
    },
    owners: stated
      ? (stated.owners ?? []).map((owner) => toOwner(toColumns(owner), isOpen))
      : listOwners(reading, isOpen),
    fieldValidations: (corrected?.checks ?? []).map(({ box: bbox, ...check }) => ({
      ...check,
      bbox,
    })),
    fieldConfidence: listConfidence(reading),
    qualityStatus: QUALITY[status] ?? null,
    reviewReasons: [...(reading?.reviewReasons ?? []), ...listFileReasons(row)],
    currency: reading?.currency ?? null,
    pageCount,
    error: status === 'failed' ? toError(row) : null,
    attempts,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    processedAt: row.parsedAt,
  }
}

const QUALITY: Partial<Record<string, 'fully_matched' | 'review_required'>> = {
  processed: 'fully_matched',
  review_required: 'review_required',
}

type Parts = Pick<
  PresentedApplication,
  'business' | 'funding' | 'iso' | 'premises' | 'banking' | 'processing' | 'consents' | 'signature'
>

/** Every place is there; what was not read is null. */
function readParts(reading: FieldReading | undefined, isOpen: boolean): Parts {
  const parts: Record<string, Record<string, FieldValue>> = {}
  for (const { part, name, field } of FIELD_PLACES) {
    const read = reading?.fields[field]
    const value = read ? toWire(read.value, read.type, reading!.currency) : null
    parts[part] = { ...parts[part], [name]: field === 'ein' && !isOpen ? hideEin(value) : value }
  }
  return parts as unknown as Parts
}

/** Until its document is read, a stated application is what was stated. */
function withStated(parts: Parts, stated: StatedApplication | null, isOpen: boolean): Parts {
  if (!stated) return parts
  const { business, funding, iso } = stated
  const ein = business?.ein ?? null
  const { outstandingBalances: _, ...request } = funding ?? {}
  return {
    ...parts,
    business: {
      ...parts.business,
      ...business,
      ...(ein !== null && !isOpen && { ein: maskEin(ein) }),
    },
    funding: { ...parts.funding, ...request },
    iso: { ...parts.iso, ...iso },
  }
}

function listStatedDebts({
  funding,
}: StatedApplication): PresentedApplication['funding']['outstandingBalances'] {
  return (funding?.outstandingBalances ?? []).map(({ payment = null, ...debt }) => ({
    ...debt,
    payment,
  }))
}

function toWire(value: FieldValue, type: string, currency: string): FieldValue {
  return type === 'money' && typeof value === 'number' ? toMajor(value, currency) : value
}

function hideEin(value: FieldValue): FieldValue {
  return typeof value === 'string' ? maskEin(value) : value
}

function findRows(reading: FieldReading | undefined, table: string): Row[] {
  const rows = reading?.tables.find(({ name }) => name === table)?.rows ?? []
  return rows.map(({ values }) => values)
}

function listObligations(
  reading: FieldReading | undefined,
): PresentedApplication['funding']['outstandingBalances'] {
  const major = (cents: FieldValue | undefined) =>
    typeof cents === 'number' ? toMajor(cents, reading!.currency) : null
  return findRows(reading, 'obligations').map(({ funder, balance, payment }) => ({
    funder: text(funder),
    balance: major(balance),
    payment: major(payment),
  }))
}

/** The rows of the table of owners; without a table, the one whose fields were read. */
function listOwners(reading: FieldReading | undefined, isOpen: boolean): Owner[] {
  const rows = findRows(reading, 'owners')
  if (rows.length > 0) return rows.map((row) => toOwner(row, isOpen))
  const first = reading ? readFirstOwner(reading) : null
  return first ? [toOwner(first, isOpen)] : []
}

function readFirstOwner({ fields }: FieldReading): Row | null {
  const value = (name: string): FieldValue => fields[name]?.value ?? null
  if (value('owner_name') === null) return null
  return {
    name: value('owner_name'),
    title: value('owner_title'),
    ownership_percent: value('ownership_percent'),
    date_of_birth: value('owner_date_of_birth'),
    ssn_last4: value('owner_ssn_last4'),
    address: value('owner_address'),
    phone: value('owner_phone'),
    email: value('owner_email'),
    credit_score: value('owner_credit_score'),
    has_signature: value('signature_present'),
    signed_date: value('signed_date'),
  }
}

function toOwner(row: Row, isOpen: boolean): Owner {
  const { name = null, ssn_last4: last4, date_of_birth: born } = row
  return {
    firstName: text(postProcess(name, ['first_name'])),
    lastName: text(postProcess(name, ['last_name'])),
    title: text(row.title),
    dateOfBirth: text(isOpen ? born : maskedValue(born ?? null)),
    ssnMasked: typeof last4 === 'string' ? `***-**-${last4}` : null,
    ownershipPercent: figure(row.ownership_percent),
    creditScore: figure(row.credit_score),
    address: text(row.address),
    phone: text(row.phone),
    email: text(row.email),
    hasSignature: typeof row.has_signature === 'boolean' ? row.has_signature : null,
    signedAt: text(row.signed_date),
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function figure(value: FieldValue | undefined): number | null {
  return typeof value === 'number' ? value : null
}

function listConfidence(reading: FieldReading | undefined): Record<string, number> {
  const known = Object.entries(reading?.fields ?? {}).filter(
    ([, { value, confidence }]) => value !== null && confidence !== null,
  )
  return Object.fromEntries(known.map(([name, { confidence }]) => [name, confidence!]))
}

/** A file that seems to hold other documents too, which are not read as part of an application. */
function listFileReasons({ segments }: ApplicationRow): string[] {
  const others = (segments ?? []).filter(
    ({ documentClass }) => documentClass !== null && documentClass !== 'iso_application',
  )
  return others.map(
    ({ startPage, documentClass }) => `other_document:${documentClass}:${startPage}`,
  )
}

function toError({ errorCode, errorMessage, documentStatus }: ApplicationRow): {
  code: string
  message: string
} {
  return {
    code: errorCode ?? `document_${documentStatus}`,
    message: errorMessage ?? `The document of the application is ${documentStatus}.`,
  }
}
