import { sealedColumn, type AnySealedColumn } from './platform/crypto/sealed-column.ts'
import { STORED_RESPONSE } from './platform/http/idempotency.ts'
import { FILE_KEY } from './platform/storage/sealing.ts'
import { RECORD_PAYLOAD } from './oauth/store.ts'
import { FACTOR_SECRET } from './resources/records/people/factor-secret.ts'
import { CREDENTIALS, LINK_ACCESS, REMOVAL_ACCESS } from './resources/records/links/sealed.ts'
import { READING, READING_PATCH } from './resources/records/documents/fields/store.ts'
import { PASSWORD } from './resources/documents/password.ts'
import { ACCOUNT_NUMBER, ROUTING_NUMBER } from './resources/records/documents/account-numbers.ts'
import { STATED_NUMBER, STATED_NUMBER_BEFORE } from './resources/documents/statements/overrides.ts'
import { OVERRIDE_IDENTITY, OVERRIDE_VALUE } from './resources/entities/values/store.ts'
import { FILE_CONTENT } from './resources/files/store.ts'
import { FINDINGS } from './resources/broker/files/store.ts'
import { OFFERED_EIN, OFFERED_OWNERS } from './resources/broker/store.ts'
import { NOTE_TEXT } from './resources/records/notes/store.ts'
import { EIN, OWNERS } from './resources/records/submissions/company.ts'
import { API_HEADERS } from './resources/funders/api-config.ts'
import { TAUGHT_ACCOUNT } from './resources/taught-layouts/store.ts'
import { CRM_CREDENTIALS, CRM_TOKEN } from './resources/crm-integrations/store.ts'
import { CRM_FIELDS } from './resources/crm-integrations/records/store.ts'
import { EMAIL_BODY } from './resources/records/emails/store.ts'
import { STATED } from './resources/iso-applications/store.ts'
import { APP_SECRETS } from './resources/records/apps/store.ts'
import { RESULT_CONTENT } from './resources/records/enricher-results/store.ts'
import { HEADERS } from './resources/webhooks/custom-headers.ts'
import { NEXT_SIGNING_SECRET, SIGNING_SECRET } from './resources/webhooks/secret.ts'
import { WORKFLOW_SECRET } from './resources/workflows/signing.ts'

/** Every column whose values only the key ring opens; re-sealing and the contract tests walk it. */
export const SEALED_COLUMNS: readonly AnySealedColumn[] = [
  EIN,
  NOTE_TEXT,
  OWNERS,
  OFFERED_EIN,
  OFFERED_OWNERS,
  FINDINGS,
  FILE_CONTENT,
  OVERRIDE_VALUE,
  OVERRIDE_IDENTITY,
  ACCOUNT_NUMBER,
  ROUTING_NUMBER,
  STATED_NUMBER,
  STATED_NUMBER_BEFORE,
  TAUGHT_ACCOUNT,
  READING,
  READING_PATCH,
  STATED,
  PASSWORD,
  sealedColumn({ ...FILE_KEY, table: 'documents', holds: 'the key of the stored file' }),
  sealedColumn({ ...FILE_KEY, table: 'broker_files', holds: 'the key of the stored file' }),
  sealedColumn({ ...FILE_KEY, table: 'processed_files', holds: 'the key of the stored file' }),
  sealedColumn({ ...FILE_KEY, table: 'logos', holds: 'the key of the stored file' }),
  sealedColumn({ ...FILE_KEY, table: 'emails', holds: 'the key of the stored mail' }),
  EMAIL_BODY,
  CRM_CREDENTIALS,
  CRM_TOKEN,
  CRM_FIELDS,
  RESULT_CONTENT,
  APP_SECRETS,
  CREDENTIALS,
  LINK_ACCESS,
  REMOVAL_ACCESS,
  SIGNING_SECRET,
  NEXT_SIGNING_SECRET,
  WORKFLOW_SECRET,
  HEADERS,
  API_HEADERS,
  STORED_RESPONSE,
  FACTOR_SECRET,
  RECORD_PAYLOAD,
]
