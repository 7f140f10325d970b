import type { DocumentClass } from '../document-class.ts'
import { defineClass, optional, required } from './define-class.ts'

/** Credit reports, and what belongs to no other family. */
export const OTHER_CLASSES: readonly DocumentClass[] = [
  defineClass({
    name: 'credit_report',
    label: 'Credit report',
    family: 'credit',
    description: 'Personal or business credit report of a bureau.',
    parser: 'form',
    title: [
      'credit report', 'experian', 'transunion', 'equifax', 'paynet', 'dun bradstreet',
      'credit profile',
    ],
    strong: [
      'fico', 'tradelines', 'trade lines', 'inquiries', 'score factors', 'credit score',
      'derogatory',
    ],
    weak: [
      'experian', 'transunion', 'equifax', 'paynet', 'revolving', 'public records', 'collections',
      'past due',
    ],
    filename: ['credit report', 'credit', 'experian', 'fico'],
    fields: [
      required('subject_name', 'string'),
      required('report_date', 'date'),
      required('bureau', 'string'),
      required('score', 'integer'),
      optional('open_accounts', 'integer'),
      optional('inquiries', 'integer'),
      optional('tradelines', 'table', 'creditor, balance, limit, status'),
    ],
    aliases: ['business_credit_report'],
  }),
  defineClass({
    name: 'insurance_certificate',
    label: 'Certificate of insurance',
    family: 'other',
    description: 'Certificate of liability or property insurance.',
    parser: 'form',
    title: [
      'certificate of liability insurance', 'certificate of insurance', 'acord',
      'evidence of property insurance',
    ],
    strong: [
      'acord 25', 'certificate holder', 'certificate of liability insurance', 'policy number',
      'general liability',
    ],
    weak: ['insured', 'insurer', 'producer', 'coverages', 'policy eff', 'limits'],
    filename: ['coi', 'insurance', 'acord'],
    fields: [
      required('insured_name', 'string'),
      required('insurer_name', 'string'),
      required('policy_number', 'string'),
      required('effective_date', 'date'),
      required('expires', 'date'),
    ],
    aliases: ['coi'],
  }),
  defineClass({
    name: 'equipment_quote',
    label: 'Equipment quote',
    family: 'other',
    description: 'Quotation for equipment or a vehicle that is to be financed.',
    parser: 'form',
    title: ['quote', 'quotation', 'equipment quote', 'sales quote', 'proposal', 'estimate'],
    strong: [
      'quote number', 'quotation', 'serial number', 'vin', 'quote date', 'valid until', 'equipment',
    ],
    weak: ['quote', 'serial', 'model', 'unit price', 'subtotal'],
    negative: ['invoice number', 'invoice date'],
    filename: ['quote', 'quotation', 'estimate'],
    fields: [
      required('vendor_name', 'string'),
      required('equipment', 'string'),
      required('total', 'money'),
      optional('quote_date', 'date'),
      optional('serial_number', 'string'),
    ],
  }),
  defineClass({
    name: 'email_message',
    label: 'E-mail with attachments',
    family: 'other',
    description: 'A message; its attachments become documents of their own.',
    parser: 'none',
    title: ['forwarded message', 'original message'],
    strong: ['message id', 'forwarded message', 'original message'],
    weak: ['subject', 'cc'],
    filename: ['eml', 'msg'],
    aliases: ['eml'],
  }),
  defineClass({
    name: 'other',
    label: 'Other',
    family: 'other',
    description: 'None of the classes reached the threshold.',
    parser: 'none',
    aliases: ['unknown', 'misc'],
  }),
]
