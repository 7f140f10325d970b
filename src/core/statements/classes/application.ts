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
      optional('entity_type', 'string'),
      optional('state_of_incorporation', 'string'),
      optional('business_start_date', 'date'),
      optional('time_in_business', 'string'),
      optional('industry', 'string'),
      optional('business_address', 'string'),
      optional('business_phone', 'string'),
      optional('business_email', 'string'),
      optional('website', 'string'),
      optional('annual_revenue', 'money'),
      optional('monthly_revenue', 'money'),
      optional('requested_amount', 'money'),
      optional('use_of_funds', 'string'),
      required('owner_name', 'string'),
      optional('owner_title', 'string'),
      optional('ownership_percent', 'number'),
      optional('owner_date_of_birth', 'date'),
      optional('owner_ssn_last4', 'string'),
      optional('owner_address', 'string'),
      optional('owner_phone', 'string'),
      optional('owner_email', 'string'),
      optional('monthly_income', 'money'),
      optional('monthly_debt', 'money'),
      optional('dti_percent', 'number'),
      optional('signed_date', 'date'),
    ],
    aliases: ['iso_application_form', 'loan_application', 'funding_application', 'application'],
  }),
]
