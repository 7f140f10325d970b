import type { DocumentClass } from '../document-class.ts'
import { defineClass, optional, required } from './define-class.ts'

/** The application itself. */
export const APPLICATION_CLASSES: readonly DocumentClass[] = [
  defineClass({
    name: 'iso_application',
    label: 'Funding application',
    family: 'application',
    description: 'Application of a business for funding, filled in by the merchant or a broker.',
    parser: 'form',
    title: [
      'merchant application', 'funding application', 'loan application', 'business application',
      'application for funding', 'credit application', 'business loan application',
      'financing application',
    ],
    strong: [
      'business legal name', 'legal business name', 'federal tax id', 'time in business',
      'percentage of ownership', 'requested amount', 'amount requested', 'loan amount requested',
      'use of funds', 'requested loan amount', 'owner 1', 'ownership',
    ],
    weak: [
      'dba', 'authorization', 'signature', 'applicant', 'date of birth', 'annual revenue',
      'loan purpose', 'employer',
    ],
    filename: ['application', 'app', 'iso app'],
    fields: [
      required('business_legal_name', 'string'),
      optional('dba', 'string'),
      required('ein', 'string', 'NN-NNNNNNN'),
      optional('business_start_date', 'date'),
      optional('industry', 'string'),
      optional('business_address', 'string'),
      optional('requested_amount', 'money'),
      optional('use_of_funds', 'string'),
      required('owner_name', 'string'),
      optional('ownership_percent', 'number'),
      optional('owner_date_of_birth', 'date'),
      optional('owner_ssn_last4', 'string'),
      optional('signed_date', 'date'),
    ],
    aliases: ['iso_application_form', 'loan_application', 'funding_application', 'application'],
  }),
] // prettier-ignore
