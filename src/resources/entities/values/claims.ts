import type { Ledger } from '../../../core/analytics/ledger.ts'
import { ENRICHERS, OWN_ENRICHER } from '../../../core/enrichers/index.ts'
import type { Entity, Fact, SourceType, Claim } from '../../../core/entities/entity.ts'
import type { ReadField, ReadTable } from '../../../core/statements/fields/rule.ts'
import { toMajor, type Cents } from '../../../core/values/money.ts'
import type { Position } from '../../../core/values/position.ts'
import { toSnake } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { listCorrected, type CorrectedReading } from '../../records/documents/field-review.ts'
import { listReadDocuments } from '../../records/documents/fields/store.ts'
import { listStandingResults, type EnricherResult } from '../../records/enricher-results/store.ts'
import { readStanding } from '../../records/positions/read.ts'
import { openEin, openOwners } from '../../records/submissions/company.ts'
import type { SubmissionRow } from '../../records/submissions/store.ts'
import { measured } from './metric-claims.ts'
import { listStatedAccounts, type StatedAccountRow } from './store.ts'

/** How likely a printed account holder is the company’s legal name. */
const PRINTED_NAME_CONFIDENCE = 0.8
const PRINTED_CONFIDENCE = 0.95
/** Values from a usual factor rate are estimates. */
const ESTIMATE_CONFIDENCE = 0.5

/** Fields of an account as statements print it; sources name them as fields of `bank_statement`. */
export const ACCOUNT_FIELDS = [
  'institution_name',
  'holder_name',
  'last4',
  'routing_number',
  'type',
  'currency',
] as const

const POSITION_FIELDS = [
  'funder_name',
  'product_type',
  'status',
  'advance_amount',
  'advance_date',
  'right_to_receive',
  'payment_amount',
  'payment_cadence',
  'remaining_balance',
  'factor_rate',
] as const

/** What sources of type `enricher` can name, with the fields of each; null where any can be. */
export const ENRICHER_FIELDS: Readonly<Record<string, readonly string[] | null>> = {
  positions: POSITION_FIELDS,
  ...Object.fromEntries(
    ENRICHERS.map(({ name, outputs }) => [name, outputs.map((output) => output.name)]),
  ),
  [OWN_ENRICHER]: null,
}

/** Reads the ledger of a submission, for sources of type `metric`. */
export type ReadLedger = (ctx: Context, submissionId: string) => Promise<Ledger>

/** The claims of all sources about a submission, in order of precedence. */
export async function collectClaims(
  ctx: Context,
  submission: SubmissionRow,
  { entities, readLedger }: { entities: readonly Entity[]; readLedger: ReadLedger },
): Promise<Claim[]> {
  const { id } = submission
  const documents = await listReadDocuments(ctx, id)
  const readings = await listCorrected(ctx, documents)
  const sourceTypes = new Set(
    entities.flatMap(({ attributes }) =>
      attributes.flatMap(({ sources }) => sources.map(({ type }) => type)),
    ),
  )
  return [
    ...listClientClaims(ctx, submission),
    ...(await listStatedAccounts(ctx, id)).map(statedAccount),
    ...documents.flatMap((document) => {
      const reading = readings.get(document.id)
      return reading ? readFrom(document, reading) : []
    }),
    ...(sourceTypes.has('enricher') ? (await readStanding(ctx, id)).map(foundPosition) : []),
    ...(sourceTypes.has('enricher') ? (await listStandingResults(ctx, id)).map(enriched) : []),
    ...(sourceTypes.has('metric') ? measured(await readLedger(ctx, id), entities) : []),
  ]
}

const FACT_DEFAULTS = {
  raw: null,
  confidence: 1,
  page: null,
  box: null,
  currency: null,
  isSensitive: false,
}

/** A fact that a caller stated counts as certain. */
function fact(value: unknown, rest: Partial<Fact> = {}): Fact {
  return { ...FACT_DEFAULTS, value, ...rest }
}

type Parts = Pick<Claim, 'type' | 'facts'> & Partial<Omit<Claim, 'type' | 'facts'>>

function buildClaim(parts: Parts): Claim {
  return { of: null, group: parts.type, originId: null, documentId: null, at: null, ...parts }
}

/** Company, owners and request as the client stated them. */
function listClientClaims(ctx: Context, submission: SubmissionRow): Claim[] {
  const { id, updatedAt: at, metadata, request } = submission
  const currency = request?.currency ?? 'USD'
  const claim = (type: SourceType, facts: Claim['facts'], group: string = type) =>
    buildClaim({ type, facts, group, originId: id, at })
  const { annualRevenueCents: cents, ...company } = submission.companyInfo
  const annualRevenue = cents == null ? null : toMajor(cents, currency)
  const { amountCents, ...terms } = request ?? {}
  const amount = amountCents == null ? null : toMajor(amountCents, currency)
  const { name, externalId, source, dealStage } = submission
  return [
    claim('company_info', {
      ...listFacts(company),
      ein: fact(openEin(ctx, submission), { isSensitive: true }),
      annual_revenue: fact(annualRevenue, { currency }),
    }),
    claim('api', {
      ...listFacts({ name, externalId, source, dealStage, request: terms }),
      'request.amount': fact(amount, { currency }),
    }),
    claim('metadata', listFacts(metadata, { isFree: true })),
    ...openOwners(ctx, submission).map(({ dateOfBirth, ssnLast4, ...owner }) =>
      claim(
        'api',
        {
          ...listFacts({ owners: owner }),
          'owners.date_of_birth': fact(dateOfBirth, { isSensitive: true }),
          'owners.ssn_last4': fact(ssnLast4, { isSensitive: true }),
        },
        'owners',
      ),
    ),
  ]
}

const DEPTH_MAX = 5

/** Each value under its path, and each object as a whole; free-form keys keep their names. */
function listFacts(
  record: object,
  {
    isFree = false,
    path = '',
    depth = 0,
  }: { isFree?: boolean; path?: string; depth?: number } = {},
): Record<string, Fact> {
  const facts: Record<string, Fact> = {}
  for (const [key, value] of Object.entries(record) as [string, unknown][]) {
    const name = `${path}${isFree ? key : toSnake(key)}`
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    facts[name] = fact(isObject && !isFree ? snaked(value) : value)
    if (isObject && depth < DEPTH_MAX)
      Object.assign(facts, listFacts(value, { isFree, path: `${name}.`, depth: depth + 1 }))
  }
  return facts
}

function snaked(record: object): object {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [toSnake(key), value]))
}

/** An account with its holder, as its statements print it. */
function statedAccount(account: StatedAccountRow): Claim {
  const { id, documentId, page, createdAt: at, holderNames } = account
  const [holderName = null] = holderNames
  const values = { ...snaked(account), holder_name: holderName } as Record<string, unknown>
  const prefix = documentId === null ? 'accounts.' : ''
  const facts = ACCOUNT_FIELDS.map((name): [string, Fact] => {
    const confidence = name === 'holder_name' ? PRINTED_NAME_CONFIDENCE : PRINTED_CONFIDENCE
    return [`${prefix}${name}`, fact(values[name], { page, confidence })]
  })
  return buildClaim({
    type: documentId === null ? 'api' : 'parsed_document',
    of: documentId === null ? null : 'bank_statement',
    group: 'accounts',
    originId: id,
    documentId,
    at,
    facts: Object.fromEntries(facts),
  })
}

type ReadDocument = Awaited<ReturnType<typeof listReadDocuments>>[number]

/** The fields of a document form one claim, and so does each row of its tables. */
function readFrom(
  { id, documentClass, parsedAt: at }: ReadDocument,
  { reading: { fields, tables, currency } }: CorrectedReading,
): Claim[] {
  const claim = (facts: [string, Fact][], group: string) =>
    buildClaim({
      type: 'parsed_document',
      of: documentClass,
      group,
      originId: id,
      documentId: id,
      at,
      facts: Object.fromEntries(facts),
    })
  const own = Object.entries(fields).map(([name, field]): [string, Fact] => [
    name,
    readFact(field, currency),
  ])
  return [
    claim(own, id),
    ...tables.flatMap((table) =>
      listFurther(table).map((row) =>
        claim(rowFacts(table, { row, currency }), `${id}/${table.name}`),
      ),
    ),
  ]
}

/** The first owner of an application is the one of its fields. */
function listFurther({ name, rows }: ReadTable): ReadTable['rows'] {
  return name === 'owners' ? rows.slice(1) : rows
}

function readFact(field: ReadField, currency: string): Fact {
  const { raw, confidence, page, box, isSensitive } = field
  const value = toMajorAmount(field.value, field.type, currency)
  const own = field.type === 'money' ? currency : null
  return { value, raw, confidence: confidence ?? 0, page, box, currency: own, isSensitive }
}

/** A table cell that has no place of its own has that of its row. */
function rowFacts(
  { name, columns }: ReadTable,
  { row, currency }: { row: ReadTable['rows'][number]; currency: string },
): [string, Fact][] {
  return columns.map((column) => {
    const value = toMajorAmount(row.values[column.name] ?? null, column.type, currency)
    const own = column.type === 'money' ? currency : null
    const { raw = null, confidence, page, box = null } = row.cells?.[column.name] ?? {}
    const place = { raw, page: page ?? row.page, box }
    const rest = { ...place, currency: own, confidence: confidence ?? PRINTED_CONFIDENCE }
    return [`${name}.${column.name}`, fact(value, rest)]
  })
}

function toMajorAmount(
  value: ReadField['value'],
  type: ReadField['type'],
  currency: string,
): unknown {
  return type === 'money' && typeof value === 'number' ? toMajor(value, currency) : value
}

/** What an enricher found; a value without a confidence of its own is as likely as not. */
function enriched({ id, enricher, fields, completedAt }: EnricherResult): Claim {
  return buildClaim({
    type: 'enricher',
    of: enricher,
    group: enricher,
    originId: id,
    at: completedAt,
    facts: Object.fromEntries(
      fields.map(({ name, value, confidence }) => [
        name,
        fact(value, { confidence: confidence ?? ESTIMATE_CONFIDENCE }),
      ]),
    ),
  })
}

/** A position found in the transactions; what rests on a usual factor rate is less certain. */
function foundPosition(position: Position): Claim {
  const { id, currency, payment, advance, remainingBalance, isOwedReported, asOf } = position
  const major = (cents: Cents | null | undefined) =>
    cents == null ? null : toMajor(cents, currency)
  const confidence = position.confidence
  const estimated = isOwedReported ? confidence : Math.min(confidence, ESTIMATE_CONFIDENCE)
  const text = (value: unknown) => fact(value, { confidence })
  const money = (cents: Cents | null | undefined, sure = confidence) =>
    fact(major(cents), { confidence: sure, currency })
  return buildClaim({
    type: 'enricher',
    of: 'positions',
    group: 'positions',
    originId: id,
    at: `${asOf}T00:00:00.000Z`,
    facts: {
      funder_name: text(position.funderName),
      product_type: text(position.productType),
      status: text(position.status),
      advance_amount: money(advance?.amount, advance?.confidence),
      advance_date: text(advance?.date),
      payment_amount: money(payment?.amount),
      payment_cadence: text(payment?.cadence),
      right_to_receive: money(position.rightToReceive, estimated),
      remaining_balance: money(remainingBalance?.mid, estimated),
      factor_rate: fact(position.factorRate, { confidence: estimated }),
    },
  })
}
