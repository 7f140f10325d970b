/**
 * What the importer reads of Heron, as its public description of the API names it. Every field may
 * be absent: descriptions and what is sent differ, and an import must not end because of it.
 */
export interface HeronEndUser {
  heron_id: string
  end_user_id?: string | null
  name?: string | null
  status?: string | null
  meta?: Record<string, unknown> | null
  tags?: { name: string }[] | null
  created?: string | null
  last_updated?: string | null
}

export interface HeronAnnotation {
  label?: string | null
  confidence?: number | null
  /** `predicted`, or `feedback…` where a person corrected it. */
  annotator?: string | null
}

export interface HeronTransaction {
  heron_id: string
  reference_id?: string | null
  account_id?: string | null
  data_source_heron_id?: string | null
  data_source_account_heron_id?: string | null
  account_number?: string | null
  amount?: number | string | null
  currency?: string | null
  date?: string | null
  timestamp?: string | null
  balance?: number | string | null
  description?: string | null
  categories?: HeronAnnotation[] | null
  annotation?: { category?: HeronAnnotation | null } | null
  merchant?: { name?: string | null } | null
  mcc_code?: string | null
  transaction_code?: string | null
  counterparty?: string | null
  is_recurring?: boolean | null
  has_matching_transaction?: boolean | null
  is_potential_duplicate?: boolean | null
  duplicate_of_id?: string | null
  features?: Record<string, unknown> | null
  last_updated?: string | null
}

export interface HeronFile {
  heron_id: string
  filename?: string | null
  file_class?: string | null
  reference_id?: string | null
  parent_heron_id?: string | null
  num_pages?: number | null
  size_bytes?: number | null
}

export interface HeronFileContent {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
}

export interface HeronRule {
  heron_id: string
  name?: string | null
  metric_label?: string | null
  date_range?: string | null
  condition?: string | null
  value?: number | null
  value_str?: string | null
  selector?: Record<string, unknown> | null
}

/** One of the `…_check` members is set. */
export interface HeronCheck {
  name?: string | null
  attribute_label?: string | null
  numeric_check?: HeronComparison | null
  boolean_check?: HeronComparison | null
  date_check?: HeronComparison | null
  string_check?: HeronComparison | null
  composite_check?: (HeronComparison & { checks?: HeronCheck[] }) | null
  date_delta_to_now_check?: unknown
  sql_check?: unknown
  enhanced_sql_check?: unknown
}

export interface HeronComparison {
  type?: string | null
  value?: unknown
  on_failure?: string | null
  auto_decline?: boolean | null
}

export interface HeronPolicy {
  heron_id: string
  name?: string | null
  use_case?: string | null
  checks?: HeronCheck[] | null
}

export interface HeronFunder {
  heron_id: string
  name?: string | null
  aliases?: string[] | null
  submission_channel?: string | null
  submission_email_address?: string | null
}

export interface HeronTemplate {
  heron_id: string
  name?: string | null
  html_body?: string | null
  to_address?: string | null
  cc_address?: string | null
  reply_to_address?: string | null
}

export interface HeronClass {
  name: string
  display_name?: string | null
  description?: string | null
}

export interface HeronWebhook {
  heron_id: string
  url?: string | null
  topic?: string | null
  is_enabled?: boolean | null
}

export interface HeronMerchant {
  merchant_heron_id: string
  merchant_name: string
  group_id?: string | null
}

export interface HeronMetric {
  label: string
  date_range?: string | null
  value?: unknown
  unit?: string | null
  status?: string | null
}

/** What Heron computed of a deal. */
export interface HeronFigures {
  metrics: HeronMetric[]
  /** The day that Heron counts its date ranges from. Null when it does not name one. */
  asOf: string | null
  /** Result of each policy, by name. */
  policies: Record<string, string>
}

export interface HeronAccount {
  name: string | null
  currency: string | null
  /** Where a timestamp becomes a day. */
  timezone: string | null
}

/** Everything but deals, each list as a whole. */
export interface HeronSettings {
  classes: HeronClass
  merchants: HeronMerchant
  rules: HeronRule
  policies: HeronPolicy
  funders: HeronFunder
  templates: HeronTemplate
  webhooks: HeronWebhook
}

export interface HeronPage {
  /** From 1. */
  number: number
  rows: HeronTransaction[]
}

/** Where the data of an account of Heron comes from: its API, or a folder of exported files. */
export interface HeronSource {
  /** For people; never with a key. */
  description: string
  account(): Promise<HeronAccount>
  list<K extends keyof HeronSettings>(kind: K): Promise<HeronSettings[K][]>
  /** Oldest first; with `since`, those that changed on that day or later. */
  endUsers(since?: string | null): AsyncIterable<HeronEndUser>
  /** How many deals there are; null when only reading them all would show it. */
  countEndUsers(): Promise<number | null>
  /** Facts of the business and its owners, as flat names. Null for none. */
  information(endUser: HeronEndUser): Promise<Record<string, unknown> | null>
  files(endUser: HeronEndUser): Promise<HeronFile[]>
  content(file: HeronFile): Promise<HeronFileContent>
  transactions(endUser: HeronEndUser, from: TransactionStart): AsyncIterable<HeronPage>
  /** Null when Heron computed none. */
  figures(endUser: HeronEndUser): Promise<HeronFigures | null>
}

export interface TransactionStart {
  page: number
  since?: string | null
}

/** What ends an import: a wrong key, an address that is not Heron’s, a list without end. */
export class HeronError extends Error {
  override name = 'HeronError'
  readonly code: HeronErrorCode

  constructor(code: HeronErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export type HeronErrorCode =
  | 'basic_auth'
  | 'unauthorized'
  | 'unreachable'
  | 'invalid_response'
  | 'not_found'
  | 'paging_loop'
  | 'truncated_file'
  | 'invalid_folder'
  | 'other_environment'
