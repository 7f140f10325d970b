import type { OpenCrm } from '../remote/session.ts'
import type { IntegrationRow } from '../store.ts'
import type { SyncRow } from './store.ts'

/** What a run works with. */
export interface Running {
  crm: OpenCrm
  row: IntegrationRow
  sync: SyncRow
}
