import { upgradesProof } from './faults/upgrade/upgrades.ts'
import { backupDrillProof } from './records/backup-drill.ts'
import { clocksProof } from './faults/clock/clocks.ts'
import { diskFullProof } from './faults/disk/disk-full.ts'
import { crashPointsProof } from './faults/crash/crash-points.ts'
import { databaseStopsProof } from './faults/database-stops.ts'
import { frozenWorkersProof } from './faults/frozen-workers.ts'
import { killsProof } from './faults/kills.ts'
import { shutdownsProof } from './faults/shutdowns.ts'
import { startErrorsProof } from './faults/start-errors.ts'
import { historiesProof } from './histories/histories.ts'
import { expressionsProof } from './http/expressions.ts'
import { idempotencyProof } from './http/idempotency.ts'
import { lostUpdatesProof } from './http/lost-updates.ts'
import { malformedProof } from './http/malformed.ts'
import { singleRequestProof } from './http/single-request.ts'
import { socketsProof } from './http/sockets.ts'
import { noisyTenantProof } from './load/noisy-tenant.ts'
import { overloadProof } from './load/overload.ts'
import { processesProof } from './load/processes.ts'
import { rateLimitsProof } from './load/rate-limits.ts'
import { slowClientsProof } from './load/slow-clients.ts'
import type { Proof } from './proof.ts'
import { connectorsProof } from './outside/connectors.ts'
import { egressProof } from './outside/egress.ts'
import { hostileMailsProof } from './outside/hostile-mails.ts'
import { mailboxKillsProof } from './outside/mailbox-kills.ts'
import { migrationProof } from './outside/migration.ts'
import { auditChainProof } from './records/audit-chain.ts'
import { canariesProof } from './records/canaries.ts'
import { deletionProof } from './records/deletion.ts'
import { evidenceProof } from './records/evidence.ts'
import { paginationProof } from './records/pagination.ts'
import { brokersProof } from './tenants/brokers.ts'
import { fenceProof } from './tenants/fence.ts'
import { idFieldsProof } from './tenants/id-fields.ts'
import { isolationProof } from './tenants/isolation.ts'
import { oauthProof } from './oauth/oauth.ts'
import { webhookScheduleProof } from './webhooks/schedule.ts'
import { webhooksProof } from './webhooks/webhooks.ts'
import { workflowWaitsProof } from './workflows/approval-waits.ts'
import { workflowEventsProof } from './workflows/one-event.ts'
import { workflowKillsProof } from './workflows/run-kills.ts'

/** Everything that `npm run prove` proves, in its order. */
export const PROOFS: readonly Proof[] = [
  idempotencyProof,
  lostUpdatesProof,
  isolationProof,
  oauthProof,
  brokersProof,
  idFieldsProof,
  fenceProof,
  malformedProof,
  singleRequestProof,
  expressionsProof,
  hostileMailsProof,
  mailboxKillsProof,
  socketsProof,
  slowClientsProof,
  overloadProof,
  noisyTenantProof,
  processesProof,
  rateLimitsProof,
  killsProof,
  crashPointsProof,
  frozenWorkersProof,
  databaseStopsProof,
  diskFullProof,
  clocksProof,
  workflowKillsProof,
  workflowWaitsProof,
  workflowEventsProof,
  shutdownsProof,
  startErrorsProof,
  upgradesProof,
  historiesProof,
  webhooksProof,
  webhookScheduleProof,
  egressProof,
  migrationProof,
  connectorsProof,
  paginationProof,
  evidenceProof,
  auditChainProof,
  canariesProof,
  deletionProof,
  backupDrillProof,
]
