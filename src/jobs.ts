import type { Job } from './platform/jobs/job.ts'
import { PLATFORM_UPKEEP, type Upkeep } from './platform/maintenance.ts'
import { rebuildPortfolioJob } from './resources/portfolio/rebuild.ts'
import { readBrokerFileJob } from './resources/broker/files/read.ts'
import { sendBrokerMailJob } from './resources/broker/review/mail.ts'
import { runCrmSyncJob } from './resources/crm-integrations/syncs/run.ts'
import { triggerCrmSyncsJob } from './resources/crm-integrations/syncs/triggers.ts'
import { classifyDocumentJob } from './resources/documents/classify.ts'
import { unpackDocumentJob } from './resources/documents/intake/unpack.ts'
import { parseDocumentJob } from './resources/documents/reading/parse.ts'
import { segmentDocumentJob } from './resources/documents/split/segment.ts'
import { processFileJob } from './resources/files/process.ts'
import { replyToMailJob } from './resources/emails/incoming/reply.ts'
import { takeInMailJob } from './resources/emails/incoming/take-in.ts'
import { sendMailJob } from './resources/emails/outgoing/send.ts'
import { sendToFunderJob } from './resources/funders/links/sending/send.ts'
import { runEnricherJob } from './resources/enrichers/perform.ts'
import { runImportJob } from './resources/imports/run.ts'
import { removeItemJob } from './resources/integrations/links/remove.ts'
import { sendLinkNoticeJob } from './resources/integrations/sync/fail.ts'
import { syncLinkJob } from './resources/integrations/sync/sync.ts'
import { readMailboxJob } from './resources/integrations/mailboxes/read.ts'
import { fillSubmissionJob } from './resources/iso-applications/fill-submission.ts'
import { indexSubmissionJob } from './resources/search/index/index-submission.ts'
import { evaluatePoliciesJob } from './resources/policies/evaluations/evaluate-policies.ts'
import { finishRunJob } from './resources/submissions/runs/finish.ts'
import { enrichSubmissionJob } from './resources/transactions/enrich.ts'
import { reenrichSubmissionsJob } from './resources/pipeline/queue-enrichment.ts'
import { secondOpinionJob } from './resources/transactions/opinions/request.ts'
import {
  deliverDueJob,
  deliverWebhookJob,
} from './resources/webhooks/deliveries/sending/deliver.ts'
import { sendWebhookNoticeJob } from './resources/webhooks/deliveries/disable.ts'
import { dispatchEventJob } from './resources/webhooks/deliveries/dispatch.ts'
import { releaseDeliveriesJob } from './resources/webhooks/deliveries/plan.ts'
import { performOutsideStepJob } from './resources/workflows/runs/outside.ts'
import { performStepJob } from './resources/workflows/runs/perform.ts'
import { wakeStepJob, wakeStepsJob } from './resources/workflows/runs/wake.ts'
import { startWorkflowsJob } from './resources/workflows/triggers/on-event.ts'
import { startMailWorkflowsJob } from './resources/workflows/triggers/on-mail.ts'
import { OFFERS_UPKEEP } from './resources/broker/retention.ts'
import { CRM_UPKEEP } from './resources/crm-integrations/syncs/triggers.ts'
import { FILES_UPKEEP } from './resources/files/retention.ts'
import { MAILBOX_UPKEEP } from './resources/integrations/mailboxes/upkeep.ts'
import { SYNC_UPKEEP } from './resources/integrations/sync/upkeep.ts'
import { RETENTION_UPKEEP } from './resources/submissions/retention/retention.ts'
import { WORKFLOW_UPKEEP } from './resources/workflows/triggers/upkeep.ts'

/** The jobs a worker can run. */
export const JOBS: readonly Job[] = [
  classifyDocumentJob,
  unpackDocumentJob,
  segmentDocumentJob,
  parseDocumentJob,
  processFileJob,
  runImportJob,
  runEnricherJob,
  syncLinkJob,
  readMailboxJob,
  sendLinkNoticeJob,
  removeItemJob,
  fillSubmissionJob,
  enrichSubmissionJob,
  reenrichSubmissionsJob,
  secondOpinionJob,
  indexSubmissionJob,
  finishRunJob,
  rebuildPortfolioJob,
  evaluatePoliciesJob,
  sendToFunderJob,
  sendMailJob,
  takeInMailJob,
  replyToMailJob,
  readBrokerFileJob,
  sendBrokerMailJob,
  triggerCrmSyncsJob,
  runCrmSyncJob,
  dispatchEventJob,
  deliverDueJob,
  deliverWebhookJob,
  releaseDeliveriesJob,
  sendWebhookNoticeJob,
  performStepJob,
  performOutsideStepJob,
  wakeStepJob,
  wakeStepsJob,
  startWorkflowsJob,
  startMailWorkflowsJob,
]

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
