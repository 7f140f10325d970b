/** What a field of a CRM can be given; null is unknown. */
export type CrmValue = string | number | boolean | null

export type CrmValues = Readonly<Record<string, CrmValue>>

/** What an object of a CRM stands for. */
export const ROLES = ['company', 'contact', 'deal', 'statement', 'position', 'file'] as const
export type Role = (typeof ROLES)[number]

/** A record that a deal has several of, with what distinguishes it from the others. */
export interface DealPart {
  key: string
  values: CrmValues
}

/** A deal as a CRM sees it: money in major units, shares from 0 to 1, dates as YYYY-MM-DD. */
export interface CrmDeal {
  id: string
  /** The same for all deals of one company. */
  companyKey: string
  submission: CrmValues
  /** By `<entity>.<attribute>`. */
  entities: CrmValues
  metrics: CrmValues
  contacts: readonly DealPart[]
  statements: readonly DealPart[]
  positions: readonly DealPart[]
  /** Files as they came; their bytes are read as each is written. */
  files: readonly DealPart[]
}

/** Fields of a submission that a mapping can name. */
export const SUBMISSION_FIELDS = [
  'id',
  'external_id',
  'name',
  'status',
  'deal_stage',
  'source',
  'assigned_to',
  'tags',
  'decline_reasons',
  'url',
  'amount',
  'currency',
  'purpose',
  'product_type',
  'term_months',
  'use_of_funds',
  'risk_score',
  'risk_grade',
  'paper_grade',
  'policy_decision',
  'policy_reasons',
  'created_at',
  'processed_at',
] as const

/** Of an owner: no SSN, and no date of birth. */
export const OWNER_FIELDS = [
  'first_name',
  'last_name',
  'full_name',
  'email',
  'phone',
  'ownership_percent',
] as const

/** Of an account in a month. */
export const STATEMENT_FIELDS = [
  'label',
  'period',
  'start_date',
  'end_date',
  'institution_name',
  'account_last4',
  'beginning_balance',
  'ending_balance',
  'total_credits',
  'total_debits',
  'true_revenue',
  'non_revenue',
  'average_daily_balance',
  'negative_balance_days',
  'nsf_count',
  'mca_debits',
  'mca_count',
  'holdback_actual',
  'days_covered',
] as const

/** Of a funding contract that the statements show. */
export const POSITION_FIELDS = [
  'label',
  'funder_name',
  'product_type',
  'status',
  'payment_amount',
  'payment_frequency',
  'remaining_balance',
  'percent_paid',
  'advance_amount',
  'advance_date',
  'estimated_payoff_date',
] as const

/** Of a file of the deal. */
export const FILE_FIELDS = [
  'name',
  'label',
  'document_class',
  'content_type',
  'uploaded_at',
] as const
