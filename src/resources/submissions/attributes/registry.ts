/** Where a value can come from: what the client said, or what a statement prints. */
export const SOURCE_TYPES = ['application', 'document'] as const

export type SourceType = (typeof SOURCE_TYPES)[number]
export type AttributeType = 'string' | 'number' | 'money' | 'date' | 'boolean' | 'object'

export interface Attribute {
  /** camelCase as it is stored; the wire says it in snake_case. */
  field: string
  label: string
  type: AttributeType
}

export interface Entity {
  name: 'company' | 'owner' | 'bank_account'
  label: string
  attributes: readonly Attribute[]
}

function attribute(field: string, label: string, type: AttributeType = 'string'): Attribute {
  return { field, label, type }
}

/** The things a submission is about, and what is known of each (resources §4.7). */
export const ENTITIES: readonly Entity[] = [
  {
    name: 'company',
    label: 'Company',
    attributes: [
      attribute('name', 'Legal name'),
      attribute('ein', 'EIN'),
      attribute('dba', 'Doing business as'),
      attribute('entityType', 'Entity type'),
      attribute('startDate', 'Business start date', 'date'),
      attribute('stateOfIncorporation', 'State of incorporation'),
      attribute('naicsCode', 'NAICS code'),
      attribute('sicCode', 'SIC code'),
      attribute('industry', 'Industry'),
      attribute('address', 'Address', 'object'),
      attribute('phone', 'Phone'),
      attribute('email', 'E-mail'),
      attribute('website', 'Website'),
      attribute('annualRevenue', 'Annual revenue', 'money'),
    ],
  },
  {
    name: 'owner',
    label: 'Owner',
    attributes: [
      attribute('firstName', 'First name'),
      attribute('lastName', 'Last name'),
      attribute('ownershipPercent', 'Ownership', 'number'),
      attribute('email', 'E-mail'),
      attribute('phone', 'Phone'),
      attribute('dateOfBirthMasked', 'Year of birth'),
      attribute('ssnLast4', 'SSN, last four'),
      attribute('fico', 'FICO score', 'number'),
      attribute('isGuarantor', 'Guarantor', 'boolean'),
      attribute('address', 'Address', 'object'),
    ],
  },
  {
    name: 'bank_account',
    label: 'Bank account',
    attributes: [
      attribute('institutionName', 'Bank'),
      attribute('holderName', 'Account holder'),
      attribute('last4', 'Last four digits'),
      attribute('routingNumber', 'Routing number'),
      attribute('type', 'Account type'),
      attribute('currency', 'Currency'),
    ],
  },
]
