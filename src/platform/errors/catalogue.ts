/**
 * The seven error types of the interface, with the HTTP status each answers unless a code says
 * otherwise.
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
    `Check the id, and that the key belongs to the tenant and mode (live or test) the ${noun} was created in. An id of another tenant or mode answers exactly like one that does not exist.`,
  )
}

const REQUEST = 'invalid_request_error'
const AUTH = 'authentication_error'
const CONFLICT = 'conflict_error'
const INVALID = 'validation_error'

/** Every code the service can answer. A code that is not here does not compile. */
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
    'The body is larger than is accepted.',
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
    'Send a value of the type the reference gives; a parameter may stand once.',
  ),
  invalid_limit: entry(
    REQUEST,
    'limit must be a whole number from 1 to 1000.',
    'Leave limit out for 100, or page with cursor.',
  ),
  invalid_cursor: entry(
    REQUEST,
    'The cursor is not one this list gave out.',
    'Send next_cursor of the previous page unchanged, with the same filters, within 24 hours.',
  ),
  invalid_sort: entry(
    REQUEST,
    'This list cannot be sorted by that.',
    'Use one of the fields the message lists; a leading - sorts descending.',
  ),
  invalid_search_type: entry(
    REQUEST,
    'There is nothing of this type to search.',
    'Use submissions, transactions, merchants, or several of them with commas between.',
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
  empty_file: entry(
    REQUEST,
    'The file has no bytes.',
    'Upload the file again; check that it was read completely.',
  ),
  too_many_files: entry(
    REQUEST,
    'A submission holds at most 200 files.',
    'Delete files that are not needed, or open another submission.',
  ),
  unsupported_file_type: entry(
    REQUEST,
    'Files of this type cannot be read.',
    'Upload a PDF, PNG, JPEG, TIFF, WEBP, CSV, XLSX, XLS, OFX, QFX, QBO, MT940, CAMT, BAI2 or JSON. The content decides, not the name.',
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
    'The Idempotency-Key is not usable.',
    'Send 1 to 255 visible ASCII characters.',
  ),
  invalid_url: entry(
    REQUEST,
    'This is not a URL the service can send to.',
    'Send an absolute https URL (http in self-hosted mode) without user name or password.',
  ),
  url_not_allowed: entry(
    REQUEST,
    'The service does not send to this address.',
    'Use a public address; a self-hosted operator can open named ranges with EGRESS_ALLOW_CIDRS.',
  ),
  download_failed: entry(
    REQUEST,
    'The file could not be fetched from the URL.',
    'Send a URL that answers 200 with the file, without sign-in or redirect, or send the file itself.',
  ),

  // Who asks
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
    'Activate it with another key, or use another one.',
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
    'This endpoint is for the test mode.',
    'Use a key that begins with svc_test_. What is done with it is never seen by a live key.',
    { status: 403 },
  ),
  insufficient_scope: entry(
    AUTH,
    'The API key lacks the scope this endpoint asks for.',
    'Use a key with the scope the message names.',
    { status: 403 },
  ),
  live_key_required: entry(AUTH, 'A test key cannot make live keys.', 'Use a live key.', {
    status: 403,
  }),
  ip_not_allowed: entry(
    AUTH,
    'The API key may not be used from this address.',
    'Call from an address of the key’s ip_allowlist.',
    { status: 403 },
  ),
  invalid_signature: entry(
    AUTH,
    'The signed link is not valid or has expired.',
    'Ask for a new link with GET /v1/documents/:id/download.',
    { status: 403 },
  ),

  // What is not there
  route_not_found: entry(
    'not_found_error',
    'No endpoint has this path.',
    'Check the path; the message gives the nearest.',
  ),
  submission_not_found: notFound('submission'),
  version_not_found: notFound('version of the submission’s numbers'),
  document_not_found: notFound('document'),
  signal_not_found: notFound('signal'),
  document_class_not_found: notFound('document class'),
  page_not_found: entry(
    'not_found_error',
    'The document has no page of this number.',
    'Count pages from 1 as the file does; page_range of a part says which pages are its own.',
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
    'The settings never had this version.',
    'Use a version of GET /v1/user/settings/history, or leave it out for the present one.',
  ),
  logo_not_found: entry(
    'not_found_error',
    'The tenant has no logo.',
    'Send one with POST /v1/user/logo.',
  ),
  anomaly_not_found: entry(
    'not_found_error',
    'No anomaly of the submission has this id.',
    'Use an id of GET /v1/submissions/:id/anomalies; when the rows that showed it are gone, so is it.',
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

  // What stands in the way
  external_id_exists: entry(
    CONFLICT,
    'A submission already uses this external_id.',
    'Use the submission in existing_id, or another external_id.',
  ),
  duplicate_document: entry(
    CONFLICT,
    'The submission already holds a file with these bytes.',
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
    'The submission is at this funder already.',
    'Change the link in existing_id.',
  ),
  already_active: entry(CONFLICT, 'It is already active.', 'Nothing needs doing.'),
  already_inactive: entry(CONFLICT, 'It is already inactive.', 'Nothing needs doing.'),
  invalid_state_transition: entry(
    CONFLICT,
    'This change of state is not allowed.',
    'The message names the present state and the states it may go to.',
  ),
  legal_hold: entry(
    CONFLICT,
    'The tenant holds its records: nothing of an application may be deleted.',
    'Set legal_hold to false in the settings of the tenant once nothing has to be kept.',
  ),
  resource_in_use: entry(
    CONFLICT,
    'Other records still use it.',
    'Move them first (reassign_to), then delete.',
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
    'It cannot be sent from here.',
    'Give the funder submission_channel email and a submission_email (the operator sets SMTP_URL), or api and an api_config.',
  ),

  variant_unavailable: entry(
    CONFLICT,
    'The document has no such form.',
    'Searchable are documents with pages read from their image, annotated those with pages and rows; ask for variant=original.',
  ),

  // What the body says
  missing_field: entry(INVALID, 'A required field is missing.', 'Send the field that param names.'),
  unknown_field: entry(
    INVALID,
    'The body has a field this endpoint does not know.',
    'Remove it, or use the name the message suggests.',
  ),
  field_given_twice: entry(
    INVALID,
    'A field stands in the body in both its snake_case and its camelCase name.',
    'Send it once; snake_case is the name the reference uses.',
  ),
  invalid_type: entry(INVALID, 'A field has the wrong type.', 'Send the type the message names.'),
  invalid_format: entry(
    INVALID,
    'A field is not in the expected format.',
    'Send the format the reference gives.',
  ),
  invalid_enum: entry(
    INVALID,
    'A field has a value that is not one of the allowed ones.',
    'Use one of the values the message lists.',
  ),
  out_of_range: entry(
    INVALID,
    'A number is outside the allowed range.',
    'Send a value within the range the message gives.',
  ),
  too_long: entry(
    INVALID,
    'A text is longer than allowed.',
    'Shorten it to the length the message gives.',
  ),
  too_many: entry(
    INVALID,
    'A list has more entries than allowed.',
    'Send fewer, in several requests.',
  ),
  invalid_ein: entry(
    INVALID,
    'An EIN has the form NN-NNNNNNN.',
    'Send two digits, a hyphen and seven digits.',
  ),
  invalid_currency: entry(
    INVALID,
    'This is not an ISO 4217 currency code.',
    'Send three capital letters such as USD.',
  ),
  invalid_amount: entry(
    INVALID,
    'The amount cannot be used.',
    'Send a finite number with at most the currency’s decimals; inflow positive, outflow negative.',
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
    'The file is damaged or not what its type says.',
    'Upload a fresh copy from the bank.',
  ),
  page_limit_exceeded: entry(
    INVALID,
    'The document has more than 500 pages.',
    'Split the file and upload the parts.',
  ),
  scanned_page_limit_exceeded: entry(
    INVALID,
    'More than 100 pages of the document are images that would have to be read.',
    'Split the file and upload the parts, or upload the PDF the bank issues.',
  ),
  image_too_large: entry(
    INVALID,
    'An image has more than 100 megapixels, or has to be unpacked whole and takes more than 200 MB so.',
    'Scan at 200 to 300 dots per inch and save it without interlacing or progression, or make it smaller.',
  ),
  no_text: entry(
    INVALID,
    'No print was found in the document.',
    'Upload the PDF the bank issues, a sharper scan, or an export (CSV, XLSX, OFX, MT940, CAMT, BAI2).',
  ),
  no_transactions: entry(
    INVALID,
    'No table of transactions was found.',
    'Check that the file is a statement or an export with dates and amounts.',
  ),
  document_timeout: entry(
    INVALID,
    'Reading the document took longer than is allowed: 30 seconds, 10 minutes for scans.',
    'Split the file, or export it again from the bank.',
  ),
  document_memory_limit: entry(
    INVALID,
    'Reading the document took more memory than is allowed.',
    'Split the file, or export it again from the bank.',
  ),
  document_output_limit: entry(
    INVALID,
    'The document unpacks to more than is allowed.',
    'Split the file, or export it again from the bank.',
  ),
  document_crashed: entry(
    INVALID,
    'The document made the reader stop.',
    'Upload a fresh copy from the bank; the other documents are not affected.',
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
    'Too many requests of the tenant are being worked on.',
    'Wait for the seconds in Retry-After, and send fewer requests side by side. A request that waits with ?wait= does not count while it waits.',
    { isRetryable: true },
  ),
  storage_quota_exceeded: entry(
    REQUEST,
    'The tenant has no room for this file.',
    'Delete submissions or documents that are not needed, or ask the operator for more (STORAGE_QUOTA_MB).',
    { status: 413 },
  ),
  infected_file: entry(
    INVALID,
    'The virus scanner found something in the file.',
    'Do not open the file; ask its sender for a clean copy.',
  ),
  scanner_unavailable: entry(
    'api_error',
    'The virus scanner cannot be asked, so the file was not taken.',
    'Repeat after the time in Retry-After.',
    { status: 503, isRetryable: true },
  ),
  internal_error: entry(
    'api_error',
    'Something went wrong on our side.',
    'Repeat the request; if it persists, send the request_id to the operator.',
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
    'The file store cannot be used.',
    'Repeat after the time in Retry-After.',
    { status: 503, isRetryable: true },
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
