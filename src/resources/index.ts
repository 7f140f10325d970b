import type { Route } from '../platform/route.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { brokerRoutes } from './broker/routes.ts'
import { brokerAdminRoutes } from './brokers/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { crmIntegrationRoutes } from './crm-integrations/routes.ts'
import { dataSourceRoutes } from './data-sources/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { documentClassRoutes } from './document-classes/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { emailTemplateRoutes } from './email-templates/routes.ts'
import { emailRoutes } from './emails/routes.ts'
import { appRoutes } from './apps/routes.ts'
import { enricherRoutes } from './enrichers/routes.ts'
import { entityRoutes } from './entities/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { fileRenameRuleRoutes } from './file-rename-rules/routes.ts'
import { funderRoutes } from './funders/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { isoApplicationRoutes } from './iso-applications/routes.ts'
import { metricRoutes } from './metrics/routes.ts'
import { merchantRoutes } from './merchants/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { pdfRoutes } from './pdfs/routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { queueRoutes } from './queue/routes.ts'
import { positionRoutes } from './positions/routes.ts'
import { withSubmissionRefs } from './records/submissions/reference.ts'
import { requestLogRoutes } from './request-log/routes.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { stipRequestRoutes } from './stip-requests/routes.ts'
import { submissionRoutes } from './submissions/routes.ts'
import { taughtLayoutRoutes } from './taught-layouts/routes.ts'
import { teamRoutes } from './team/routes.ts'
import { transactionRoutes } from './transactions/routes.ts'
import { uploadLinkRoutes } from './upload-links/routes.ts'
import { usageRoutes } from './usage/routes.ts'
import { userRoutes } from './user/routes.ts'
import { versionRoutes } from './versions/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { approvalRoutes } from './approvals/routes.ts'
import { workflowRoutes } from './workflows/routes.ts'

/** The list of routes. A path without parameter stands before one that would swallow it. */
export const ROUTES: readonly Route[] = (
  [
    ...healthRoutes,
    ...apiKeyRoutes,
    ...auditLogRoutes,
    ...brokerRoutes,
    ...brokerAdminRoutes,
    ...categoryRoutes,
    ...crmIntegrationRoutes,
    ...dataSourceRoutes,
    ...documentClassRoutes,
    ...documentRoutes,
    ...emailTemplateRoutes,
    ...emailRoutes,
    ...appRoutes,
    ...enricherRoutes,
    ...entityRoutes,
    ...eventRoutes,
    ...exportRoutes,
    ...feedbackRoutes,
    ...fileRoutes,
    ...fileRenameRuleRoutes,
    ...funderRoutes,
    ...importRoutes,
    ...integrationRoutes,
    ...isoApplicationRoutes,
    ...metricRoutes,
    ...merchantRoutes,
    ...pageRoutes,
    ...pdfRoutes,
    ...policyRoutes,
    ...positionRoutes,
    ...queueRoutes,
    ...requestLogRoutes,
    ...sandboxRoutes,
    ...searchRoutes,
    ...sessionRoutes,
    ...ruleRoutes,
    ...stipRequestRoutes,
    ...submissionRoutes,
    ...analyticsRoutes,
    ...taughtLayoutRoutes,
    ...teamRoutes,
    ...transactionRoutes,
    ...uploadLinkRoutes,
    ...usageRoutes,
    ...userRoutes,
    ...versionRoutes,
    ...webhookRoutes,
    ...workflowRoutes,
    ...approvalRoutes,
    ...docsRoutes(() => ROUTES),
  ] as Route[]
).map(withSubmissionRefs)
