/**
 * The seven error types of the interface, with the HTTP status of each unless a code has its own.
 */
export const ERROR_TYPES = {
  invalid_request_error: 400,
  authentication_error: 401,
  not_found_error: 404,
  conflict_error: 409,
  validation_error: 422,
  rate_limit_error: 429,
  api_error: 500,
} as const

export type ErrorType = keyof typeof ERROR_TYPES

export interface ErrorEntry {
  type: ErrorType
  status: number
  /** What happened, in one sentence; the default message. */
  message: string
  /** What the caller can do about it; printed on the error's page. */
  fix: string
  /** Whether sending the same request again can succeed. */
  isRetryable: boolean
}

interface EntryOptions {
  status?: number
  isRetryable?: boolean
}

// oxlint-disable-next-line max-params -- a row of the table below
function entry(
  type: ErrorType,
  message: string,
  fix: string,
  options: EntryOptions = {},
): ErrorEntry {
  return {
    type,
    status: options.status ?? ERROR_TYPES[type],
    message,
    fix,
    isRetryable: options.isRetryable ?? false,
  }
}

function notFound(noun: string): ErrorEntry {
  return entry(
    'not_found_error',
    `No ${noun} has this id.`,
    `Check the id, and that the key belongs to the tenant and mode (live or test) the ${noun} was created in. An id of another tenant or mode gets the same error as one that does not exist.`,
  )
}

const REQUEST = 'invalid_request_error'
const AUTH = 'authentication_error'
const CONFLICT = 'conflict_error'
const INVALID = 'validation_error'

/** Every code the service can return. A code that is not here does not compile. */
export const ERRORS = {
  // The request as such
  invalid_json: entry(
    REQUEST,
    'The body is not valid JSON.',
    'Send one JSON value in UTF-8. NUL characters, lone surrogates, repeated keys and nesting deeper than 32 levels are refused.',
  ),
  invalid_content_type: entry(
    REQUEST,
    'The content type is not accepted here.',
    'Send application/json, or multipart/form-data where the endpoint takes a file.',
    { status: 415 },
  ),
  method_not_allowed: entry(
    REQUEST,
    'The path exists, but not with this method.',
    'Use one of the methods in the Allow header.',
    { status: 405 },
  ),
  payload_too_large: entry(
    REQUEST,
    'The body is too large.',
    'Send at most 10 MiB of JSON; upload larger content as a file.',
    { status: 413 },
  ),
  unknown_parameter: entry(
    REQUEST,
    'The query has a parameter this endpoint does not know.',
    'Remove it, or use the name the message suggests.',
  ),
  invalid_parameter: entry(
    REQUEST,
    'A query parameter has a value that cannot be used.',
    'Send a value of the type in the reference, and each parameter only once.',
  ),
  invalid_limit: entry(
    REQUEST,
    'limit must be a whole number from 1 to 1000.',
    'Leave limit out for 100, or page with cursor.',
  ),
  invalid_cursor: entry(
    REQUEST,
    'The cursor is not from this list, or has expired.',
    'Send next_cursor of the previous page unchanged, with the same filters, within 24 hours.',
  ),
  invalid_sort: entry(
    REQUEST,
    'The list cannot be sorted by this field.',
    'Use one of the fields the message lists; a leading - sorts descending.',
  ),
  invalid_search_type: entry(
    REQUEST,
    'This type cannot be searched.',
    'Use submissions, transactions or merchants, or several of them separated by commas.',
  ),
  invalid_date_range: entry(
    REQUEST,
    'The date range is unknown or its start is after its end.',
    'Use one of the named ranges, or custom with start_date and end_date.',
  ),
  invalid_id: entry(
    REQUEST,
    'The id in the path is not a UUID.',
    'Send the id exactly as the service returned it.',
  ),
  missing_file: entry(
    REQUEST,
    'The request has no file.',
    'Send multipart/form-data with a part named file.',
  ),
  empty_file: entry(REQUEST, 'The file is empty.', 'Check the file and upload it again.'),
  too_many_files: entry(
    REQUEST,
    'A submission can hold at most 200 files.',
    'Delete files that are not needed, or create another submission.',
  ),
  unsupported_file_type: entry(
    REQUEST,
    'Files of this type cannot be read.',
    'Upload a PDF, PNG, JPEG, TIFF, WEBP, CSV, XLSX, XLS, OFX, QFX, QBO, MT940, CAMT, BAI2 or JSON. The type is detected from the content, not from the file name.',
    { status: 415 },
  ),
  file_too_large: entry(
    REQUEST,
    'The file is larger than 50 MiB.',
    'Split the file, or export a shorter period.',
    { status: 413 },
  ),
  invalid_document_class: entry(
    REQUEST,
    'This document class does not exist.',
    'Use a name from GET /v1/document-classes; the message gives the nearest.',
  ),
  invalid_event_type: entry(
    REQUEST,
    'This event type does not exist.',
    'Use names from GET /v1/webhooks/event-types, or * for all.',
  ),
  invalid_category: entry(
    REQUEST,
    'This category does not exist.',
    'Use a slug from GET /v1/categories; the message gives the nearest.',
  ),
  invalid_metric: entry(REQUEST, 'This metric does not exist.', 'Use a name the message suggests.'),
  invalid_operator: entry(
    REQUEST,
    'The metric cannot be compared this way.',
    'Use an operator that GET /v1/metrics/rule-metrics lists for the metric; the message gives the nearest.',
  ),
  invalid_idempotency_key: entry(
    REQUEST,
    'The Idempotency-Key is not valid.',
    'Send 1 to 255 visible ASCII characters.',
  ),
  invalid_url: entry(
    REQUEST,
    'The service cannot send to this URL.',
    'Send an absolute https URL (http in self-hosted mode) without user name or password.',
  ),
  url_not_allowed: entry(
    REQUEST,
    'The service is not allowed to send to this address.',
    'Use a public address; a self-hosted operator can open named ranges with EGRESS_ALLOW_CIDRS.',
  ),
  download_failed: entry(
    REQUEST,
    'The file could not be fetched from the URL.',
    'Send a URL that returns the file with status 200, without sign-in or redirect, or upload the file itself.',
  ),

  // Who calls
  missing_api_key: entry(
    AUTH,
    'The request has no API key.',
    'Send Authorization: Bearer <API_KEY> or X-Api-Key: <API_KEY>.',
  ),
  invalid_api_key: entry(
    AUTH,
    'The API key is not valid.',
    'Check that the whole key was copied. When both headers are sent they must carry the same key.',
  ),
  inactive_api_key: entry(
    AUTH,
    'The API key is deactivated.',
    'Activate it with another key, or use a different key.',
  ),
  revoked_api_key: entry(
    AUTH,
    'The API key is revoked.',
    'Use the key it was rotated to, or create a new one.',
  ),
  expired_api_key: entry(AUTH, 'The API key has expired.', 'Create a new key.'),
  basic_auth_not_supported: entry(
    AUTH,
    'Basic authentication is not supported.',
    'Send the key as Authorization: Bearer <API_KEY>. See the migration guide.',
  ),
  test_key_required: entry(
    AUTH,
    'This endpoint works in test mode only.',
    'Use a key that begins with svc_test_. Live keys never see test data.',
    { status: 403 },
  ),
  insufficient_scope: entry(
    AUTH,
    'The API key lacks the scope this endpoint requires.',
    'Use a key with the scope the message names.',
    { status: 403 },
  ),
  live_key_required: entry(AUTH, 'A test key cannot make live keys.', 'Use a live key.', {
    status: 403,
  }),
  ip_not_allowed: entry(
    AUTH,
    'The API key may not be used from this IP address.',
    'Call from an address in the ip_allowlist of the key.',
    { status: 403 },
  ),
  invalid_signature: entry(
    AUTH,
    'The signed link is not valid or has expired.',
    'Get a new link with GET /v1/documents/:id/download.',
    { status: 403 },
  ),

  // What does not exist
  route_not_found: entry(
    'not_found_error',
    'No endpoint has this path.',
    'Check the path; the message names the closest one.',
  ),
  submission_not_found: notFound('submission'),
  version_not_found: notFound('version of the submission’s numbers'),
  document_not_found: notFound('document'),
  signal_not_found: notFound('signal'),
  document_class_not_found: notFound('document class'),
  page_not_found: entry(
    'not_found_error',
    'The document has no page with this number.',
    'Pages count from 1 as in the file; page_range of a part lists its pages.',
  ),
  transaction_not_found: notFound('transaction'),
  account_not_found: notFound('account'),
  data_source_not_found: notFound('data source'),
  pdf_not_found: notFound('PDF of the submission'),
  file_rename_rule_not_found: notFound('file rename rule'),
  webhook_not_found: notFound('webhook'),
  delivery_not_found: notFound('delivery'),
  event_not_found: notFound('event'),
  request_not_found: notFound('request'),
  api_key_not_found: notFound('API key'),
  feedback_not_found: notFound('feedback'),
  merchant_not_found: notFound('merchant'),
  merchant_group_not_found: notFound('merchant group'),
  missing_account_not_found: notFound('missing account'),
  position_not_found: notFound('position'),
  settings_version_not_found: entry(
    'not_found_error',
    'The settings have no such version.',
    'Use a version from GET /v1/user/settings/history, or leave it out for the current one.',
  ),
  logo_not_found: entry(
    'not_found_error',
    'The tenant has no logo.',
    'Upload one with POST /v1/user/logo.',
  ),
  anomaly_not_found: entry(
    'not_found_error',
    'No anomaly of the submission has this id.',
    'Use an id from GET /v1/submissions/:id/anomalies; an anomaly goes when its transactions are gone.',
  ),
  rule_not_found: notFound('rule'),
  policy_not_found: notFound('policy'),
  policy_evaluation_not_found: notFound('policy evaluation'),
  funder_not_found: notFound('funder'),
  funder_policy_not_found: notFound('policy of the funder'),
  funder_submission_not_found: notFound('submission at the funder'),
  offer_not_found: notFound('offer of the funder'),
  entity_not_found: notFound('entity'),
  attribute_not_found: notFound('attribute of the entity'),
  workflow_not_found: notFound('workflow'),

  // What conflicts
  external_id_exists: entry(
    CONFLICT,
    'A submission already uses this external_id.',
    'Use the submission in existing_id, or another external_id.',
  ),
  duplicate_document: entry(
    CONFLICT,
    'The submission already holds this file.',
    'Use the document in existing_id, or send allow_duplicate=true.',
  ),
  duplicate_name: entry(CONFLICT, 'The name is already used.', 'Choose another name.'),
  duplicate_external_id: entry(
    CONFLICT,
    'A transaction of this submission already has this external_id.',
    'Send on_conflict skip or update with the bulk endpoint.',
  ),
  already_processing: entry(
    CONFLICT,
    'Processing is already running.',
    'Wait for it to end, or send restart=true.',
    { isRetryable: true },
  ),
  already_linked: entry(
    CONFLICT,
    'The submission is already linked to this funder.',
    'Change the link in existing_id.',
  ),
  already_active: entry(CONFLICT, 'It is already active.', 'Nothing needs to be done.'),
  already_inactive: entry(CONFLICT, 'It is already inactive.', 'Nothing needs to be done.'),
  invalid_state_transition: entry(
    CONFLICT,
    'This change of state is not allowed.',
    'The message names the current state and the states it can change to.',
  ),
  legal_hold: entry(
    CONFLICT,
    'The tenant is under legal hold: nothing of an application may be deleted.',
    'Set legal_hold to false in the settings of the tenant when the hold is over.',
  ),
  resource_in_use: entry(
    CONFLICT,
    'Other records still use it.',
    'Move those records first (reassign_to), then delete.',
  ),
  builtin_immutable: entry(
    CONFLICT,
    'Built-in records cannot be changed this way.',
    'Change only the fields the reference lists, or create your own record.',
  ),
  version_conflict: entry(
    CONFLICT,
    'The record has changed since you read it.',
    'Read it again and repeat the change with the new ETag.',
  ),
  idempotency_key_reused: entry(
    CONFLICT,
    'The Idempotency-Key was used for another request.',
    'Use a new key for a different method, path, query or body.',
  ),
  idempotency_in_progress: entry(
    CONFLICT,
    'The first request with this Idempotency-Key is still running.',
    'Repeat after the time in Retry-After.',
    { isRetryable: true },
  ),
  last_admin_key: entry(
    CONFLICT,
    'This is the last active key that can manage keys.',
    'Create another key with keys:write first.',
  ),
  webhook_disabled: entry(
    CONFLICT,
    'The webhook is disabled.',
    'Enable it with PATCH {"is_active": true}, then repeat.',
  ),
  not_ready: entry(
    CONFLICT,
    'The document has not been parsed yet.',
    'Repeat when its status is parsed or processed.',
    { isRetryable: true },
  ),

  cannot_send: entry(
    CONFLICT,
    'The submission cannot be sent to this funder.',
    'Set the funder’s submission_channel to email with a submission_email (the operator sets SMTP_URL), or to api with an api_config.',
  ),

  variant_unavailable: entry(
    CONFLICT,
    'The document has no such variant.',
    'searchable needs pages that were read from images, annotated needs pages with transactions; variant=original always works.',
  ),

  // What is wrong in the body
  missing_field: entry(INVALID, 'A required field is missing.', 'Send the field that param names.'),
  unknown_field: entry(
    INVALID,
    'The body has a field this endpoint does not know.',
    'Remove it, or use the name the message suggests.',
  ),
  field_given_twice: entry(
    INVALID,
    'The body has a field under both its snake_case and its camelCase name.',
    'Send it once, under its snake_case name.',
  ),
  invalid_type: entry(INVALID, 'A field has the wrong type.', 'Send the type the message names.'),
  invalid_format: entry(
    INVALID,
    'A field is not in the expected format.',
    'Send the format in the reference.',
  ),
  invalid_enum: entry(
    INVALID,
    'A field has a value that is not one of the allowed ones.',
    'Use one of the values the message lists.',
  ),
  out_of_range: entry(
    INVALID,
    'A number is outside the allowed range.',
    'Send a value within the range in the message.',
  ),
  too_long: entry(
    INVALID,
    'A text is longer than allowed.',
    'Shorten it to the length in the message.',
  ),
  too_many: entry(
    INVALID,
    'A list has more entries than allowed.',
    'Send fewer, in several requests.',
  ),
  invalid_ein: entry(
    INVALID,
    'The EIN is not valid.',
    'Send an EIN as NN-NNNNNNN: two digits, a hyphen and seven digits.',
  ),
  invalid_currency: entry(
    INVALID,
    'This is not an ISO 4217 currency code.',
    'Send three capital letters such as USD.',
  ),
  invalid_amount: entry(
    INVALID,
    'The amount is not valid.',
    'Send a number with at most as many decimals as the currency has; inflows are positive, outflows negative.',
  ),
  invalid_date: entry(
    INVALID,
    'The date does not exist or is not YYYY-MM-DD.',
    'Send a calendar date such as 2025-03-31.',
  ),
  invalid_expression: entry(
    INVALID,
    'The expression cannot be evaluated.',
    'Send a condition, or an object with one of all, any and not; at most 5 levels and 50 conditions.',
  ),
  split_ranges_invalid: entry(
    INVALID,
    'The page ranges overlap, leave a gap or lie outside the document.',
    'Send ranges within the page count that do not overlap; with cover_all they must cover every page.',
  ),

  // What a document can fail with (also documents.error_code)
  password_protected: entry(
    INVALID,
    'The document is encrypted.',
    'Send the password with POST /v1/documents/:id/parse.',
  ),
  corrupt_file: entry(
    INVALID,
    'The file is damaged, or is not of the type it claims.',
    'Download the file from the bank again and upload it.',
  ),
  page_limit_exceeded: entry(
    INVALID,
    'The document has more than 500 pages.',
    'Split the file and upload the parts.',
  ),
  scanned_page_limit_exceeded: entry(
    INVALID,
    'More than 100 pages of the document are scans.',
    'Split the file and upload the parts, or upload the PDF the bank issues.',
  ),
  image_too_large: entry(
    INVALID,
    'An image has more than 100 megapixels, or takes more than 200 MB in memory.',
    'Scan at 200 to 300 dpi, save it without interlacing (not as a progressive image), or make it smaller.',
  ),
  no_text: entry(
    INVALID,
    'No text was found in the document.',
    'Upload the PDF the bank issues, a sharper scan, or an export (CSV, XLSX, OFX, MT940, CAMT, BAI2).',
  ),
  no_transactions: entry(
    INVALID,
    'No table of transactions was found.',
    'Check that the file is a statement or an export with dates and amounts.',
  ),
  document_timeout: entry(
    INVALID,
    'Reading the document took too long: more than 30 seconds, or 10 minutes for scans.',
    'Split the file, or export it again from the bank.',
  ),
  document_memory_limit: entry(
    INVALID,
    'Reading the document took too much memory.',
    'Split the file, or export it again from the bank.',
  ),
  document_output_limit: entry(
    INVALID,
    'The document is too large when it is unpacked.',
    'Split the file, or export it again from the bank.',
  ),
  document_crashed: entry(
    INVALID,
    'The document could not be read: it crashed the reader.',
    'Download the file from the bank again and upload it. Other documents are not affected.',
  ),

  // Limits and the service itself
  rate_limited: entry(
    'rate_limit_error',
    'Too many requests.',
    'Wait for the seconds in Retry-After.',
    { isRetryable: true },
  ),
  too_many_at_once: entry(
    'rate_limit_error',
    'The tenant has too many requests in progress.',
    'Wait for the seconds in Retry-After, and send fewer requests at a time. A request that waits with ?wait= does not count while it waits.',
    { isRetryable: true },
  ),
  storage_quota_exceeded: entry(
    REQUEST,
    'The file exceeds the storage quota of the tenant.',
    'Delete submissions or documents that are not needed, or have the operator raise STORAGE_QUOTA_MB.',
    { status: 413 },
  ),
  infected_file: entry(
    INVALID,
    'The virus scanner found malware in the file.',
    'Do not open the file; get a clean copy from its sender.',
  ),
  scanner_unavailable: entry(
    'api_error',
    'The virus scanner cannot be reached, so the file was not stored.',
    'Repeat after the time in Retry-After.',
    { status: 503, isRetryable: true },
  ),
  internal_error: entry(
    'api_error',
    'Something went wrong on our side.',
    'Repeat the request; if it fails again, send the request_id to the operator.',
    { isRetryable: true },
  ),
  service_unavailable: entry(
    'api_error',
    'The service is starting, stopping or overloaded.',
    'Repeat after the time in Retry-After.',
    { status: 503, isRetryable: true },
  ),
  database_unavailable: entry(
    'api_error',
    'The database cannot be reached.',
    'Repeat after the time in Retry-After.',
    { status: 503, isRetryable: true },
  ),
  storage_unavailable: entry(
    'api_error',
    'The file storage cannot be reached.',
    'Repeat after the time in Retry-After.',
    { status: 503, isRetryable: true },
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
