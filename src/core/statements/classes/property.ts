import type { DocumentClass } from '../document-class.ts'
import { defineClass, optional, required } from './define-class.ts'

/** Papers about the premises. */
export const PROPERTY_CLASSES: readonly DocumentClass[] = [
  defineClass({
    name: 'lease_agreement',
    label: 'Commercial lease',
    family: 'property',
    description: 'Lease of business premises.',
    parser: 'form',
    title: ['lease agreement', 'commercial lease', 'lease', 'rental agreement', 'sublease'],
    strong: [
      'base rent', 'demised premises', 'leased premises', 'landlord and tenant', 'security deposit',
    ],
    weak: ['landlord', 'tenant', 'premises', 'lessor', 'lessee', 'rent'],
    negative: ['equipment lease'],
    filename: ['lease', 'rental'],
    fields: [
      required('landlord_name', 'string'),
      required('tenant_name', 'string'),
      required('premises_address', 'string'),
      required('monthly_rent', 'money'),
      optional('start_date', 'date'),
      optional('end_date', 'date'),
    ],
    aliases: ['commercial_lease'],
  }),
  defineClass({
    name: 'mortgage_statement',
    label: 'Mortgage statement',
    family: 'property',
    description: 'Periodic statement of a mortgage.',
    parser: 'form',
    title: ['mortgage statement', 'mortgage billing statement'],
    strong: ['unpaid principal', 'property address', 'escrow balance', 'mortgage', 'escrow'],
    weak: ['loan number', 'principal', 'interest rate', 'property taxes', 'next payment'],
    filename: ['mortgage'],
    fields: [
      required('servicer_name', 'string'),
      required('property_address', 'string'),
      required('unpaid_principal', 'money'),
      required('payment_amount', 'money'),
      optional('escrow_balance', 'money'),
    ],
  }),
  defineClass({
    name: 'deed',
    label: 'Deed or title',
    family: 'property',
    description: 'Deed that conveys real property, or its title.',
    parser: 'form',
    title: ['warranty deed', 'quitclaim deed', 'grant deed', 'deed', 'certificate of title'],
    strong: ['grantor', 'grantee', 'convey and warrant', 'parcel number', 'legal description'],
    weak: ['parcel', 'county', 'recorded', 'notary public'],
    filename: ['deed', 'title'],
    fields: [
      required('grantor', 'string'),
      required('grantee', 'string'),
      required('property_address', 'string'),
      optional('recorded_date', 'date'),
      optional('parcel_number', 'string'),
    ],
    aliases: ['title'],
  }),
]
