import { PLATFORM_UPKEEP, type Upkeep } from './platform/maintenance.ts'
import { OFFERS_UPKEEP } from './resources/broker/retention.ts'
import { CRM_UPKEEP } from './resources/crm-integrations/syncs/triggers.ts'
import { FILES_UPKEEP } from './resources/files/retention.ts'
import { MAILBOX_UPKEEP } from './resources/integrations/mailboxes/upkeep.ts'
import { SYNC_UPKEEP } from './resources/integrations/sync/upkeep.ts'
import { RETENTION_UPKEEP } from './resources/submissions/retention/retention.ts'
import { WORKFLOW_UPKEEP } from './resources/workflows/triggers/upkeep.ts'

/** Everything that processes do from time to time, or when a look finds it due. */
export const UPKEEP: readonly Upkeep[] = [
  ...PLATFORM_UPKEEP,
  RETENTION_UPKEEP,
  OFFERS_UPKEEP,
  FILES_UPKEEP,
  CRM_UPKEEP,
  ...WORKFLOW_UPKEEP,
  SYNC_UPKEEP,
  MAILBOX_UPKEEP,
]
