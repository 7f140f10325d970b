/** How a setting is typed in; `part` names a field within a setting of several. */
export interface Setting {
  key: string
  part?: string
  label: string
  note?: string
  kind: 'check' | 'number' | 'text' | 'color' | 'lines' | 'choice' | 'choices'
  options?: readonly (readonly [value: string, label: string])[]
}

export interface SettingGroup {
  title: string
  settings: readonly Setting[]
}

const REQUIREMENTS = [
  ['business_name', 'Business name'],
  ['ein', 'EIN'],
  ['owner', 'An owner'],
  ['amount', 'Amount'],
  ['application', 'Signed application'],
  ['bank_statements', 'Bank statements'],
  ['unreconciled_statement', 'Statements that reconcile'],
  ['voided_check', 'Voided check'],
  ['owner_identification', 'Identification of the owner'],
  ['proof_of_ownership', 'Proof of ownership'],
  ['premises', 'Lease or proof of premises'],
  ['tax_return', 'Tax return'],
] as const

const RANGES = [
  ['', 'Last 90 days'],
  ['last_3_full_calendar_months', 'Last 3 full months'],
  ['last_4_full_calendar_months', 'Last 4 full months'],
  ['last_6_full_calendar_months', 'Last 6 full months'],
  ['last_12_full_calendar_months', 'Last 12 full months'],
  ['last_180_days', 'Last 180 days'],
  ['last_365_days', 'Last 365 days'],
  ['all', 'Everything'],
] as const

const POSITIONS = [
  ['diagonal', 'Across the page'],
  ['header', 'At the head'],
  ['footer', 'At the foot'],
] as const

/** Every setting that a person sets by hand, in the order of the page. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Numbers',
    settings: [
      { key: 'low_balance_threshold', label: 'A day is low below', kind: 'number', note: 'In dollars. Counts the low days of reports and scores.' },
      { key: 'required_statement_months', label: 'Months that statements have to cover', kind: 'number', note: 'Full months, beside the current one.' },
      { key: 'default_date_range', label: 'Period of reports', kind: 'choice', options: RANGES, note: 'Where nobody chose another. Grades and scores keep their own.' },
      { key: 'reporting_currency', label: 'Currency of reports', kind: 'text', note: 'Such as USD; empty for that of most money of a deal.' },
      { key: 'default_currency', label: 'Currency of statements that name none', kind: 'text', note: 'Such as USD; empty marks them for a look.' },
      { key: 'locale', label: 'Language of numbers and dates', kind: 'text', note: 'Such as en-US or de-DE.' },
      { key: 'timezone', label: 'Time zone', kind: 'text', note: 'Such as America/New_York. It says which day it is.' },
      { key: 'deposits_exclude_internal', label: 'Exclude transfers between own accounts from deposits', kind: 'check' },
      { key: 'count_card_payments_as_debt', label: 'Count payments to credit cards as debt', kind: 'check' },
    ],
  },
  {
    title: 'Processing',
    settings: [
      { key: 'auto_classify', label: 'A file gets the class that is found', kind: 'check', note: 'Else it waits in the queue until somebody sets one.' },
      { key: 'auto_process', label: 'Read a deal as its files arrive', kind: 'check' },
      { key: 'auto_split', label: 'Split files that hold several documents', kind: 'check' },
      { key: 'auto_enrich', label: 'Categorize rows that programs send', kind: 'check' },
      { key: 'auto_match', label: 'Match funders when a deal is read', kind: 'check' },
      { key: 'auto_evaluate', label: 'Check policies when a deal is read', kind: 'check' },
      { key: 'require_review', label: 'Every deal needs a look before it counts as processed', kind: 'check' },
      { key: 'default_workflow_id', label: 'Workflow of deals that name none', kind: 'text', note: 'Its id; empty for none.' },
    ],
  },
  {
    title: 'Brokers',
    settings: [
      { key: 'broker_requirements', label: 'What a deal must have before its broker can submit it', kind: 'choices', options: REQUIREMENTS },
      { key: 'broker_auto_accept', label: 'Accept complete deals of brokers without a review', kind: 'check' },
    ],
  },
  {
    title: 'E-mail and notices',
    settings: [
      { key: 'email_from_name', label: 'Mails are from', kind: 'text', note: 'The name that applicants, brokers and funders read.' },
      { key: 'inbound_email_enabled', label: 'A mail of no deal opens one', kind: 'check' },
      { key: 'notification_emails', label: 'Who is written to when a person is needed', kind: 'lines', note: 'One address a line.' },
      { key: 'webhook_failure_email', label: 'Who is written to when a webhook is turned off', kind: 'text' },
    ],
  },
  {
    title: 'Retention',
    settings: [
      { key: 'legal_hold', label: 'Legal hold: nothing is deleted', kind: 'check', note: 'Deals and documents are kept whatever stands below.' },
      { key: 'retention_days', part: 'submissions', label: 'Deals, days', kind: 'number', note: 'Empty keeps them.' },
      { key: 'retention_days', part: 'documents', label: 'Documents, days', kind: 'number', note: 'Unless their class has days of its own. Empty keeps them.' },
      { key: 'retention_days', part: 'events', label: 'Events, days', kind: 'number', note: 'Empty keeps them.' },
      { key: 'retention_days', part: 'audit', label: 'Audit log, days', kind: 'number', note: 'The oldest entries go first; the rest still verifies. Empty keeps them.' },
    ],
  },
  {
    title: 'Security',
    settings: [
      { key: 'allowed_outbound_hosts', label: 'Hosts that workflows may call', kind: 'lines', note: 'One a line; empty for every public host.' },
      { key: 'mask_pii', label: 'Mask identifiers in exported files for everybody', kind: 'check', note: 'Else keys with pii:read get EIN and dates of birth in full.' },
      { key: 'allow_llm', label: 'A language model may give second opinions', kind: 'check', note: 'Where the operator set one up.' },
      { key: 'benchmarks_opt_in', label: 'Take part in comparisons across lenders', kind: 'check', note: 'Without names; only who takes part can compare.' },
    ],
  },
  {
    title: 'Who lends',
    settings: [
      { key: 'creditor', part: 'name', label: 'Name on notices to applicants', kind: 'text' },
      { key: 'creditor', part: 'address', label: 'Address', kind: 'text' },
      { key: 'creditor', part: 'phone', label: 'Phone', kind: 'text' },
      { key: 'creditor', part: 'agency', label: 'Federal agency that supervises', kind: 'text' },
    ],
  },
  {
    title: 'Brand',
    settings: [
      { key: 'brand', part: 'name', label: 'Name on files', kind: 'text' },
      { key: 'brand', part: 'color', label: 'Color on files', kind: 'color' },
      { key: 'watermark', part: 'enabled', label: 'Watermark on pages that leave for funders', kind: 'check' },
      { key: 'watermark', part: 'text', label: 'Text of the watermark', kind: 'text' },
      { key: 'watermark', part: 'position', label: 'Where it stands', kind: 'choice', options: POSITIONS },
    ],
  },
] // prettier-ignore

/** What has a screen of its own, or is set by programs. */
export const SET_ELSEWHERE: readonly string[] = [
  'revenue_formula',
  'scorecard_thresholds',
  'risk_model',
  'industry_tiers',
  'anomaly_thresholds',
  'cashflow_layout',
  'funder_defaults',
]
