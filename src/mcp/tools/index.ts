import { ANALYTICS_TOOLS } from './analytics.ts'
import type { Tool } from './declare.ts'
import { DOCUMENT_TOOLS } from './documents.ts'
import { INTEGRATION_TOOLS } from './integrations.ts'
import { POLICY_TOOLS } from './policies.ts'
import { SUBMISSION_TOOLS } from './submissions.ts'
import { TRANSACTION_TOOLS } from './transactions.ts'
import { WORKFLOW_TOOLS } from './workflows.ts'

/**
 * The list of tools by toolset. Some clients show a model the first 40 alone, so the workflows,
 * without which a deal can be underwritten, come last.
 */
export const TOOLSETS: Readonly<Record<string, readonly Tool[]>> = {
  submissions: SUBMISSION_TOOLS,
  documents: DOCUMENT_TOOLS,
  analytics: ANALYTICS_TOOLS,
  transactions: TRANSACTION_TOOLS,
  policies: POLICY_TOOLS,
  integrations: INTEGRATION_TOOLS,
  workflows: WORKFLOW_TOOLS,
}

export const TOOLS: readonly Tool[] = Object.values(TOOLSETS).flat()
