import { createAudit } from '../../platform/audit.ts'

/** Writes an entry of a workflow; one about a run names its submission. */
export const auditWorkflow = createAudit('workflow')
