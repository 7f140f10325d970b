import type { Entity } from '../entity.ts'
import { AS_NAME, builtin, company, found, noted, read, reported } from './declare.ts'

/** Order in which an entity stands among the others; gaps leave room. */
const STEP = 10

/** The entities that every submission has (resources section 15). */
export const BUILTIN_ENTITIES: readonly Entity[] = [
  builtin(STEP, {
    name: 'company',
    label: 'Company',
    description: 'The business that applies.',
    cardinality: 'one',
    identityAttributes: ['ein', 'name'],
  }, [
    ['name', 'Legal name', [
      company('name'), read('iso_application', 'business_legal_name'),
      read('bank_statement', 'holder_name'), read('ein_letter', 'entity_name'),
      read('articles_of_incorporation', 'entity_name'),
      read('certificate_of_good_standing', 'entity_name'), read('mca_contract', 'merchant_name'),
      read('voided_check', 'account_holder_name'), read('lease_agreement', 'tenant_name'),
      read('business_license', 'licensee_name'),
      read('merchant_processing_statement', 'merchant_name'),
    ], AS_NAME],
    ['ein', 'EIN', [
      company('ein'), read('iso_application', 'ein'), read('ein_letter', 'ein'),
      read('tax_return', 'ein'),
    ], { isPii: true, postProcessors: ['ein'] }],
    ['dba', 'Doing business as', [company('dba'), read('iso_application', 'dba')], AS_NAME],
    ['entity_type', 'Entity type', [
      company('entity_type'), read('iso_application', 'entity_type'),
      read('articles_of_incorporation', 'entity_type'),
    ]],
    ['start_date', 'Business start date', [
      company('start_date'), read('iso_application', 'business_start_date'),
      read('articles_of_incorporation', 'formation_date'),
    ], { type: 'date' }],
    ['state_of_incorporation', 'State of incorporation', [
      company('state_of_incorporation'), read('iso_application', 'state_of_incorporation'),
      read('articles_of_incorporation', 'state'),
    ]],
    ['naics_code', 'NAICS code', [company('naics_code')]],
    ['sic_code', 'SIC code', [company('sic_code')]],
    ['industry', 'Industry', [company('industry'), read('iso_application', 'industry')]],
    ['address', 'Address', [
      company('address'), read('iso_application', 'business_address', 'address'),
    ], { type: 'object' }],
    ['phone', 'Phone', [company('phone'), read('iso_application', 'business_phone')]],
    ['email', 'E-mail', [company('email'), read('iso_application', 'business_email')]],
    ['website', 'Website', [company('website'), read('iso_application', 'website')]],
    ['annual_revenue', 'Annual revenue', [
      company('annual_revenue'), read('iso_application', 'annual_revenue'),
    ], { type: 'money' }],
  ]),
  builtin(2 * STEP, {
    name: 'owner',
    label: 'Owner',
    description: 'A person who owns a part of the company or guarantees for it.',
    cardinality: 'many',
    identityAttributes: ['last_name', 'first_name'],
  }, [
    ['first_name', 'First name', [
      reported('owners.first_name'), read('iso_application', 'owner_name', 'first_name'),
      read('driver_license', 'first_name'), read('passport', 'given_names'),
      read('credit_report', 'subject_name', 'first_name'),
    ], AS_NAME],
    ['last_name', 'Last name', [
      reported('owners.last_name'), read('iso_application', 'owner_name', 'last_name'),
      read('driver_license', 'last_name'), read('passport', 'surname'),
      read('credit_report', 'subject_name', 'last_name'),
    ]],
    ['ownership_percent', 'Ownership', [
      reported('owners.ownership_percent'), read('iso_application', 'ownership_percent'),
    ], { type: 'number' }],
    ['email', 'E-mail', [reported('owners.email'), read('iso_application', 'owner_email')]],
    ['phone', 'Phone', [reported('owners.phone'), read('iso_application', 'owner_phone')]],
    ['date_of_birth', 'Date of birth', [
      reported('owners.date_of_birth'), read('iso_application', 'owner_date_of_birth'),
      read('driver_license', 'date_of_birth'), read('passport', 'date_of_birth'),
    ], { type: 'date', isPii: true }],
    ['ssn_last4', 'SSN, last four', [
      reported('owners.ssn_last4'), read('iso_application', 'owner_ssn_last4'),
    ], { isPii: true }],
    ['fico', 'FICO score', [reported('owners.fico'), read('credit_report', 'score')],
      { type: 'number' }],
    ['is_guarantor', 'Guarantor', [reported('owners.is_guarantor')], { type: 'boolean' }],
    ['address', 'Address', [
      reported('owners.address'), read('iso_application', 'owner_address', 'address'),
      read('driver_license', 'address', 'address'),
    ], { type: 'object' }],
  ]),
  builtin(3 * STEP, {
    name: 'application',
    label: 'Application',
    description: 'What is asked for.',
    cardinality: 'one',
    identityAttributes: [],
  }, [
    ['requested_amount', 'Requested amount', [
      reported('request.amount'), read('iso_application', 'requested_amount'),
    ], { type: 'money' }],
    ['currency', 'Currency', [reported('request.currency')]],
    ['purpose', 'Purpose', [reported('request.purpose')]],
    ['product_type', 'Product', [reported('request.product_type')]],
    ['term_months', 'Term in months', [reported('request.term_months')], { type: 'integer' }],
    ['use_of_funds', 'Use of funds', [
      reported('request.use_of_funds'), read('iso_application', 'use_of_funds'),
    ]],
    ['monthly_revenue', 'Stated monthly revenue', [read('iso_application', 'monthly_revenue')],
      { type: 'money' }],
    ['signed_date', 'Signed', [read('iso_application', 'signed_date')], { type: 'date' }],
    ['source', 'Received by', [reported('source')]],
    ['is_home_based', 'Works from home', [noted('is_home_based')], { type: 'boolean' }],
    ['has_prior_default', 'Defaulted before', [noted('has_prior_default')], { type: 'boolean' }],
    ['tax_lien_amount', 'Tax liens', [noted('tax_lien_amount')], { type: 'money' }],
    ['has_tax_plan', 'Pays by a tax plan', [noted('has_tax_plan')], { type: 'boolean' }],
    ['bankruptcy_months_discharged', 'Months since a bankruptcy ended', [
      noted('bankruptcy_months_discharged'),
    ], { type: 'integer' }],
    ['owners_are_citizens', 'Owners are citizens', [noted('owners_are_citizens')],
      { type: 'boolean' }],
  ]),
  builtin(4 * STEP, {
    name: 'debt',
    label: 'Debt',
    description: 'A financing that runs or ran.',
    cardinality: 'many',
    identityAttributes: ['funder_name'],
  }, [
    ['funder_name', 'Funder', [
      found('positions', 'funder_name'), read('mca_contract', 'funder_name'),
      read('loan_agreement', 'lender_name'), read('payoff_letter', 'lender_name'),
      read('zero_balance_letter', 'lender_name'), read('debt_schedule', 'debts.creditor'),
    ], AS_NAME],
    ['product_type', 'Product', [found('positions', 'product_type')]],
    ['status', 'Status', [
      found('positions', 'status'), read('debt_schedule', 'debts.status'),
    ]],
    ['advance_amount', 'Amount advanced', [
      found('positions', 'advance_amount'), read('mca_contract', 'purchase_price'),
      read('loan_agreement', 'principal_amount'), read('debt_schedule', 'debts.original_amount'),
    ], { type: 'money' }],
    ['advance_date', 'Advanced on', [
      found('positions', 'advance_date'), read('mca_contract', 'agreement_date'),
      read('loan_agreement', 'agreement_date'), read('debt_schedule', 'debts.original_date'),
    ], { type: 'date', tolerance: 7 }],
    ['right_to_receive', 'Amount to be paid back', [
      read('mca_contract', 'purchased_amount'), found('positions', 'right_to_receive'),
    ], { type: 'money' }],
    ['payment_amount', 'Payment', [
      found('positions', 'payment_amount'), read('mca_contract', 'remittance_amount'),
      read('loan_agreement', 'payment_amount'), read('debt_schedule', 'debts.payment'),
    ], { type: 'money' }],
    ['payment_cadence', 'Payment cadence', [
      found('positions', 'payment_cadence'), read('mca_contract', 'remittance_frequency'),
    ]],
    ['remaining_balance', 'Remaining balance', [
      read('payoff_letter', 'payoff_amount'), found('positions', 'remaining_balance'),
      read('debt_schedule', 'debts.balance'),
    ], { type: 'money' }],
    ['factor_rate', 'Factor rate', [found('positions', 'factor_rate')], { type: 'number' }],
    ['maturity_date', 'Matures on', [
      read('loan_agreement', 'maturity_date'), read('debt_schedule', 'debts.maturity_date'),
    ], { type: 'date' }],
    ['paid_date', 'Paid off on', [read('zero_balance_letter', 'paid_date')], { type: 'date' }],
  ]),
  builtin(5 * STEP, {
    name: 'bank_account',
    label: 'Bank account',
    description: 'An account of the company.',
    cardinality: 'many',
    identityAttributes: ['last4', 'institution_name'],
  }, [
    ['institution_name', 'Bank', [
      read('bank_statement', 'institution_name'), reported('accounts.institution_name'),
      read('voided_check', 'institution_name'),
    ], AS_NAME],
    ['holder_name', 'Account holder', [
      read('bank_statement', 'holder_name'), reported('accounts.holder_name'),
      read('voided_check', 'account_holder_name'),
    ], AS_NAME],
    ['last4', 'Last four digits', [
      read('bank_statement', 'last4'), reported('accounts.last4'),
      read('voided_check', 'account_number', 'last_digits'),
    ]],
    ['routing_number', 'Routing number', [
      read('bank_statement', 'routing_number'), reported('accounts.routing_number'),
      read('voided_check', 'routing_number'),
    ], { postProcessors: ['digits'] }],
    ['type', 'Account type', [read('bank_statement', 'type'), reported('accounts.type')]],
    ['currency', 'Currency', [read('bank_statement', 'currency'), reported('accounts.currency')]],
  ]),
] // prettier-ignore
