import type { ReadField } from '../../../core/statements/fields/rule.ts'
import { toMajor } from '../../../core/values/money.ts'
import { hasScope, type Context } from '../../../platform/context.ts'
import { listCorrected } from '../../documents/fields/review.ts'
import { masked } from '../../documents/fields/present.ts'
import { listReadDocuments } from '../../documents/fields/store.ts'
import { normalizeName } from '../duplicates/keys.ts'
import type { Statement } from './attribute-values.ts'
import type { Entity } from './registry.ts'

/** Which field of which class says what of whom. */
interface Mapping {
  documentClass: string
  entity: Entity['name']
  /** Attribute → field. */
  fields: Readonly<Record<string, string>>
}

const COMPANY_NAMES: readonly [string, string][] = [
  ['ein_letter', 'entity_name'],
  ['articles_of_incorporation', 'entity_name'],
  ['certificate_of_good_standing', 'entity_name'],
  ['mca_contract', 'merchant_name'],
  ['voided_check', 'account_holder_name'],
  ['lease_agreement', 'tenant_name'],
  ['business_license', 'licensee_name'],
  ['merchant_processing_statement', 'merchant_name'],
]

const MAPPINGS: readonly Mapping[] = [
  {
    documentClass: 'iso_application',
    entity: 'company',
    fields: {
      name: 'business_legal_name',
      dba: 'dba',
      ein: 'ein',
      entityType: 'entity_type',
      startDate: 'business_start_date',
      stateOfIncorporation: 'state_of_incorporation',
      industry: 'industry',
      address: 'business_address',
      phone: 'business_phone',
      email: 'business_email',
      website: 'website',
      annualRevenue: 'annual_revenue',
    },
  },
  {
    documentClass: 'iso_application',
    entity: 'owner',
    fields: {
      fullName: 'owner_name',
      ownershipPercent: 'ownership_percent',
      dateOfBirthMasked: 'owner_date_of_birth',
      ssnLast4: 'owner_ssn_last4',
      address: 'owner_address',
      phone: 'owner_phone',
      email: 'owner_email',
    },
  },
  {
    documentClass: 'driver_license',
    entity: 'owner',
    fields: { firstName: 'first_name', lastName: 'last_name', dateOfBirthMasked: 'date_of_birth', address: 'address' },
  },
  { documentClass: 'ein_letter', entity: 'company', fields: { ein: 'ein' } },
  { documentClass: 'articles_of_incorporation', entity: 'company', fields: {
      stateOfIncorporation: 'state', startDate: 'formation_date', entityType: 'entity_type',
    } },
  { documentClass: 'tax_return', entity: 'company', fields: { ein: 'ein' } },
  { documentClass: 'credit_report', entity: 'owner', fields: { fullName: 'subject_name', fico: 'score' } },
  ...COMPANY_NAMES.map(([documentClass, field]): Mapping => ({ documentClass, entity: 'company', fields: { name: field } })),
] // prettier-ignore

/** What is read less surely than this is shown with its document and is no statement on anyone. */
const LEAST_CONFIDENCE = 0.8

/** What the documents of a submission say of the company and its owners. */
export async function statedByDocuments(
  ctx: Context,
  submissionId: string,
  ownerNames: readonly string[],
): Promise<Statement[]> {
  const documents = await listReadDocuments(ctx, submissionId)
  const readings = await listCorrected(ctx, documents)
  const names = ownerNames.map(normalizeName)
  return documents.flatMap((document) => {
    const fields = readings.get(document.id)?.reading.fields ?? {}
    const currency = readings.get(document.id)?.reading.currency ?? 'USD'
    const mappings = MAPPINGS.filter(
      ({ documentClass }) => documentClass === document.documentClass,
    )
    return mappings.flatMap((mapping) => {
      const entityIndex = mapping.entity === 'owner' ? ownerIndex(fields, mapping, names) : 0
      return Object.entries(mapping.fields).flatMap(([attribute, name]): Statement[] => {
        const field = fields[name]
        if (!field || field.value === null || (field.confidence ?? 0) < LEAST_CONFIDENCE) return []
        return [
          {
            entity: mapping.entity,
            entityIndex,
            fields: valuesOf(ctx, { attribute, field, currency }),
            source: {
              id: document.id,
              type: 'document',
              documentId: document.id,
              page: field.page,
              bbox: field.box,
            },
            confidence: field.confidence!,
            at: document.parsedAt,
          },
        ]
      })
    })
  })
}

/** The owner of this name among those known; a new name is the next owner. */
function ownerIndex(
  fields: Record<string, ReadField>,
  { fields: mapped }: Mapping,
  names: string[],
): number {
  const parts = ['fullName', 'firstName', 'lastName'].map((key) => fields[mapped[key] ?? '']?.value)
  const name = normalizeName(parts.filter((part) => typeof part === 'string').join(' '))
  if (name === '') return 0
  const words = new Set(name.split(' '))
  const known = names.findIndex((each) => each.split(' ').every((word) => words.has(word)))
  if (known >= 0) return known
  names.push(name)
  return names.length - 1
}

interface Stated {
  attribute: string
  field: ReadField
  currency: string
}

/** The value as the attribute has it; a full name is a first and a last one. */
function valuesOf(ctx: Context, { attribute, field, currency }: Stated): object {
  const { value, isSensitive, type } = field
  if (attribute === 'fullName') {
    const words = String(value).trim().split(/\s+/)
    return { firstName: words.slice(0, -1).join(' ') || null, lastName: words.at(-1) ?? null }
  }
  if (attribute === 'dateOfBirthMasked')
    return { [attribute]: `${String(value).slice(0, 4)}-**-**` }
  if (attribute === 'address') return { address: toAddress(String(value)) }
  if (type === 'money') return { [attribute]: toMajor(Number(value), currency) }
  const isHidden = isSensitive && attribute !== 'ssnLast4' && !hasScope(ctx.actor, 'pii:read')
  return { [attribute]: isHidden ? masked(value) : value }
}

// 12 Main Street, Suite 4, Austin, TX 78701
const ADDRESS =
  /^(?<line1>.+?),\s*(?:(?<line2>(?:suite|ste|apt|unit|floor|#)[^,]*),\s*)?(?<city>[^,]+),?\s+(?<state>[A-Z]{2})\s+(?<postalCode>\d{5}(?:-\d{4})?)$/i

/** The parts of an address on one line; what cannot be parted stays on its first line. */
function toAddress(text: string): object {
  const parts = ADDRESS.exec(text)?.groups
  const { line1 = text, line2 = null, city = null, state = null, postalCode = null } = parts ?? {}
  return { line1, line2, city, state, postalCode, country: null }
}
