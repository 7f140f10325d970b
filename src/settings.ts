import {
  cidrs,
  hosts,
  optionalDatabaseUrl,
  optionalDomain,
  optionalFault,
  optionalScannerUrl,
  optionalStorage,
  optionalText,
  optionalUrl,
  origins,
  retrySeconds,
  text,
  url,
  wholeNumber,
  type Reader,
} from './setting-values.ts'

/**
 * A setting as the reference page prints it. `read` returns undefined when the text cannot be used.
 */
interface Setting<T> {
  fallback: string
  meaning: string
  read: Reader<T>
}

function setting<T>(fallback: string, meaning: string, read: Reader<T>): Setting<T> {
  return { fallback, meaning, read }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** The list of settings; the docs page and `.env.example` are written from it. */
export const SETTINGS = {
  PORT: setting('3100', 'Port of the API.', wholeNumber(0, 65535)),
  HOST: setting('127.0.0.1', 'Address to listen on; 0.0.0.0 opens it to the network.', text),
  METRICS_PORT: setting(
    '0',
    'Port of the page of metrics for Prometheus, at /metrics (docs/operations.md); 0 opens none.',
    wholeNumber(0, 65535),
  ),
  METRICS_HOST: setting(
    '127.0.0.1',
    'Address that the metrics listen on; they take no key, so open it to a network of your own only.',
    text,
  ),
  PUBLIC_URL: setting(
    '',
    'Address under which callers reach the service; in links and error pages. Default: http://localhost:PORT.',
    optionalUrl,
  ),
  ALLOWED_ORIGINS: setting(
    '',
    'Origins whose web pages may call the API from a browser, comma separated, such as ' +
      'https://app.example.com; * alone for all. Default: none.',
    origins,
  ),
  COMMIT: setting(
    '',
    'The commit that this copy was built from, as health shows it. Empty: that of the checkout.',
    optionalText,
  ),
  DATABASE_URL: setting(
    '',
    'External PostgreSQL 15 or newer. Empty: the embedded one in DATA_DIR.',
    optionalDatabaseUrl,
  ),
  DATABASE_DIRECT_URL: setting(
    '',
    'The same database past a pooler such as PgBouncer, for migrations and restores. ' +
      'Empty: DATABASE_URL.',
    optionalDatabaseUrl,
  ),
  DATABASE_REPLICA_URL: setting(
    '',
    'A streaming replica that reads of many rows go to when it has what the primary has ' +
      '(docs/scale.md). Empty: all go to the primary.',
    optionalDatabaseUrl,
  ),
  DATABASE_CONNECTIONS_MAX: setting(
    '10',
    'Database connections of one process.',
    wholeNumber(2, 200),
  ),
  DATA_DIR: setting(
    '.assay',
    'Folder of the embedded database, the files, the first keys and, with a terminal, the log.',
    text,
  ),
  ENCRYPTION_KEYS: setting(
    '',
    'Key ring, kid:base64 of 32 bytes, comma separated; the first writes, all read. A ring without ' +
      'a key that stored values need is refused (docs/security-of-data.md). ' +
      'Default: made at first start in DATA_DIR; required with NODE_ENV=production.',
    text,
  ),
  STORAGE_URL: setting(
    '',
    'Where files are kept: file:///path, or s3://bucket/prefix?region=eu-central-1 for a bucket of ' +
      'AWS, with &endpoint=https://host:port for any other that speaks S3. Default: files in DATA_DIR.',
    optionalStorage,
  ),
  AWS_ACCESS_KEY_ID: setting('', 'Key of the bucket; required with s3:// in STORAGE_URL.', text),
  AWS_SECRET_ACCESS_KEY: setting('', 'Secret of the bucket; required with s3://.', text),
  AWS_SESSION_TOKEN: setting('', 'Token that comes with temporary keys of a bucket.', text),
  AWS_REGION: setting('us-east-1', 'Region of the bucket when STORAGE_URL names none.', text),
  SMTP_URL: setting(
    '',
    'Mail server, smtp://user:password@host:port. Empty: no mail is sent.',
    optionalUrl,
  ),
  MAIL_FROM: setting('assay@localhost', 'Sender of mails.', text),
  MAIL_OUTBOX_DIR: setting('', 'Folder to write mails into instead of sending them.', optionalText),
  INBOUND_MAIL_DOMAIN: setting(
    '',
    'Domain whose mails reach this service, such as in.example.com; deals then have addresses in it ' +
      '(docs/email.md). Empty: none has one.',
    optionalDomain,
  ),
  INBOUND_TRUSTED_RELAY: setting(
    '',
    'Name by which your own mail relay signs Authentication-Results, such as mx.example.com; it must ' +
      'remove those of others. Empty: what SPF, DKIM and DMARC say stays unknown.',
    optionalText,
  ),
  INBOUND_SMTP_PORT: setting(
    '0',
    'Port on which the API takes mails by SMTP for addresses of INBOUND_MAIL_DOMAIN; 0 opens none.',
    wholeNumber(0, 65535),
  ),
  INBOUND_SMTP_HOST: setting('127.0.0.1', 'Address that the mail listener listens on.', text),
  INBOUND_SMTP_TLS_CERT: setting(
    '',
    'File with the certificate chain (PEM) for STARTTLS of the mail listener; a renewed one is taken ' +
      'within a minute. Empty: STARTTLS is not offered, and mails come unencrypted.',
    optionalText,
  ),
  INBOUND_SMTP_TLS_KEY: setting('', 'File with the key of that certificate.', optionalText),
  EGRESS_ALLOW_CIDRS: setting(
    '',
    'Private ranges that calls to the outside may reach, comma separated. Metadata addresses never.',
    cidrs,
  ),
  EGRESS_ALLOW_HTTP: setting(
    '',
    'Public hosts that webhooks and funders may name with http, comma separated; * for all. Names ' +
      'that are private (localhost, hooks.internal) and addresses of EGRESS_ALLOW_CIDRS always may.',
    hosts,
  ),
  LOG_LEVEL: setting('info', `One of ${LOG_LEVELS.join(', ')}.`, (value) =>
    LOG_LEVELS.includes(value) ? value : undefined,
  ),
  RATE_LIMIT_PER_SECOND: setting(
    '1000',
    'Requests a key may send per second, to all processes together; 0 switches all limits off.',
    wholeNumber(0, 1_000_000),
  ),
  REQUESTS_AT_ONCE_MAX: setting(
    '50',
    'Requests of one tenant that a process works on at the same time; 0 for no limit.',
    wholeNumber(0, 100_000),
  ),
  REQUEST_LOG_DAYS: setting(
    '7',
    'Days the log of requests is kept; 0 keeps none.',
    wholeNumber(0, 3650),
  ),
  WORKFLOW_RUN_DAYS: setting(
    '30',
    'Days the steps of a run of a workflow are kept after its end; the row of the run stays.',
    wholeNumber(1, 3650),
  ),
  DELIVERY_DAYS: setting(
    '30',
    'Days a webhook delivery is kept after its end.',
    wholeNumber(1, 3650),
  ),
  WORKER_CONCURRENCY: setting(
    '4',
    'Jobs one worker process runs at the same time.',
    wholeNumber(1, 64),
  ),
  WORKER_POLL_MS: setting(
    '1000',
    'How often an idle worker looks for jobs while it cannot hear of those that other processes add, ' +
      'every five seconds at least.',
    wholeNumber(10, 60_000),
  ),
  LEASE_SECONDS: setting(
    '15',
    'A job whose worker is silent for so long goes to another.',
    wholeNumber(1, 3600),
  ),
  PARSER_TIMEOUT_MS: setting(
    '30000',
    'Most processor time that reading one document may take. On a busy machine ten times as long may ' +
      'pass before the document is put off and tried again.',
    wholeNumber(100, 600_000),
  ),
  OCR_ENGINE: setting(
    'auto',
    'What reads scans: built-in alone, or auto: a tesseract of the machine tries what proves nothing.',
    (value) => (['auto', 'built-in'].includes(value) ? value : undefined),
  ),
  OCR_TIMEOUT_MS: setting(
    '600000',
    'Most processor time that reading one document may take when pages of it are scans.',
    wholeNumber(1000, 3_600_000),
  ),
  PARSER_RSS_MB: setting('512', 'Most memory a reader process may use.', wholeNumber(64, 16_384)),
  PARSER_PROCESSES: setting('2', 'Reader processes at the same time.', wholeNumber(1, 32)),
  MAX_UPLOAD_MB: setting('50', 'Largest file in MiB.', wholeNumber(1, 1024)),
  STORAGE_QUOTA_MB: setting(
    '0',
    'MiB of files that one tenant may keep; 0 for no limit.',
    wholeNumber(0, 100_000_000),
  ),
  VIRUS_SCANNER_URL: setting(
    '',
    'clamd to show every uploaded file to: tcp://host:port or unix:///path. Empty: none.',
    optionalScannerUrl,
  ),
  OFAC_SDN_FILE: setting(
    '',
    'sdn.csv as OFAC publishes it, with alt.csv beside it, for the enricher ofac_screen; a newer file ' +
      'is taken without a restart. Empty: no screening.',
    optionalText,
  ),
  WEBHOOK_RETRY_SECONDS: setting(
    '',
    'Five delays between delivery attempts, for tests. Default: 60,300,1800,7200,43200.',
    retrySeconds,
  ),
  SECOND_OPINION_URL: setting(
    '',
    'OpenAI-compatible endpoint, such as https://api.example.com/v1, that gives a second opinion on ' +
      'rows that need review, for tenants whose setting allow_llm is true. Empty: none is requested.',
    optionalUrl,
  ),
  SECOND_OPINION_KEY: setting('', 'Key that is sent to SECOND_OPINION_URL.', text),
  SECOND_OPINION_MODEL: setting('', 'Model to use; required with SECOND_OPINION_URL.', text),
  SECOND_OPINION_TIMEOUT_MS: setting(
    '60000',
    'Longest time one opinion may take; without it the rows stay as they are.',
    wholeNumber(100, 600_000),
  ),
  SERVICE_API_URL: setting(
    'http://localhost:3000',
    'Address of the API that the tools for agents call (assay mcp).',
    url,
  ),
  SERVICE_API_KEY: setting(
    '',
    'Key of the tools over stdio, svc_live_… or svc_test_…; over http each caller sends its own.',
    text,
  ),
  MCP_TRANSPORT: setting(
    'stdio',
    'How agents reach the tools: stdio, as a process of their own, or http.',
    (value) => (['stdio', 'http'].includes(value) ? value : undefined),
  ),
  MCP_PORT: setting('3333', 'Port of the tools over http.', wholeNumber(0, 65535)),
  MCP_HOST: setting(
    '127.0.0.1',
    'Address that the tools listen on over http; 0.0.0.0 opens them to the network.',
    text,
  ),
  MCP_PUBLIC_URL: setting(
    '',
    'Address under which callers reach the tools over http. Default: http://localhost:MCP_PORT.',
    optionalUrl,
  ),
  MCP_FILES_ROOT: setting(
    '.',
    'Folder whose files the tools may upload over stdio; links out of it lead nowhere.',
    text,
  ),
  MCP_TOOLSETS: setting(
    '',
    'Tools to offer, comma separated: submissions, documents, analytics, transactions, policies, ' +
      'integrations, workflows. Empty: all.',
    text,
  ),
  MCP_READ_ONLY: setting(
    'false',
    'true offers the tools that only read.',
    (value) => ({ true: true, false: false })[value],
  ),
  FAULT: setting(
    '',
    'Provokes a fault: point:kill|throw|escape|delay|note[:n]. Honoured only with NODE_ENV=test.',
    optionalFault,
  ),
  NODE_ENV: setting('', 'production refuses generated secrets; test opens FAULT.', text),
} satisfies Record<string, Setting<unknown>>
