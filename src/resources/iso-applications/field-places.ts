import type { FieldKind } from '../../core/statements/fields/rule.ts'

/** Where a field of the document stands in an application on the wire. */
interface FieldPlace {
  part:
    | 'business'
    | 'funding'
    | 'iso'
    | 'premises'
    | 'banking'
    | 'processing'
    | 'consents'
    | 'signature'
  /** In camel case, as actions have it. */
  name: string
  field: string
  kind: FieldKind
  /** How a stated application prints it. */
  label: string
}

const LIST: readonly [FieldPlace['part'], string, string, FieldKind, string][] = [
  ['business', 'name', 'business_legal_name', 'string', 'Legal Business Name'],
  ['business', 'dba', 'dba', 'string', 'DBA'],
  ['business', 'ein', 'ein', 'string', 'EIN'],
  ['business', 'address', 'business_address', 'string', 'Business Address'],
  ['business', 'startDate', 'business_start_date', 'date', 'Business Start Date'],
  ['business', 'industry', 'industry', 'string', 'Industry'],
  ['business', 'entityType', 'entity_type', 'string', 'Entity Type'],
  ['business', 'phone', 'business_phone', 'string', 'Business Phone'],
  ['business', 'email', 'business_email', 'string', 'Business Email'],
  ['business', 'website', 'website', 'string', 'Website'],
  ['business', 'monthlyRevenue', 'monthly_revenue', 'money', 'Monthly Revenue'],
  ['business', 'annualRevenue', 'annual_revenue', 'money', 'Annual Revenue'],
  [
    'business',
    'stateOfIncorporation',
    'state_of_incorporation',
    'string',
    'State of Incorporation',
  ],
  ['business', 'landlord', 'landlord_name', 'string', 'Landlord Name'],
  ['business', 'useOfFunds', 'use_of_funds', 'string', 'Use of Funds'],
  ['funding', 'amountRequested', 'requested_amount', 'money', 'Amount Requested'],
  ['funding', 'loanPurpose', 'use_of_funds', 'string', 'Use of Funds'],
  ['iso', 'name', 'iso_name', 'string', 'Broker Company'],
  ['iso', 'representative', 'iso_representative', 'string', 'Broker Representative'],
  ['iso', 'email', 'iso_email', 'string', 'Broker Email'],
  ['iso', 'phone', 'iso_phone', 'string', 'Broker Phone'],
  ['premises', 'landlordPhone', 'landlord_phone', 'string', 'Landlord Phone'],
  ['premises', 'monthlyRent', 'monthly_rent', 'money', 'Monthly Rent'],
  ['banking', 'bankName', 'bank_name', 'string', 'Bank Name'],
  ['banking', 'routingNumber', 'bank_routing_number', 'string', 'Routing Number'],
  ['banking', 'accountLast4', 'bank_account_last4', 'string', 'Account Number'],
  ['processing', 'processor', 'processor_name', 'string', 'Card Processor'],
  ['processing', 'monthlyCardVolume', 'monthly_card_volume', 'money', 'Monthly Card Volume'],
  ['consents', 'creditCheck', 'credit_check_consent', 'boolean', 'Credit check'],
  ['consents', 'contact', 'contact_consent', 'boolean', 'Contact'],
  ['consents', 'dataVerification', 'data_verification_consent', 'boolean', 'Data'],
  ['signature', 'isSigned', 'signature_present', 'boolean', 'Signed'],
  ['signature', 'signedDate', 'signed_date', 'date', 'Date Signed'],
]

/** Each part of an application by the fields of its document. */
export const FIELD_PLACES: readonly FieldPlace[] = LIST.map(([part, name, field, kind, label]) => ({
  part,
  name,
  field,
  kind,
  label,
}))
