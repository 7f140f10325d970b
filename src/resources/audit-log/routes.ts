import { listNotedHeads } from '../../platform/audit-chain/heads.ts'
import { sealAudit } from '../../platform/audit-chain/seal.ts'
import { verifyChain } from '../../platform/audit-chain/verify.ts'
import { formatCsv } from '../../platform/wire/tables/csv.ts'
import { listBody, parsePage } from '../../platform/wire/list-query.ts'
import { Reply, route } from '../../platform/route.ts'
import { AuditList, AuditQuery, VerifyQuery, Verification } from './schemas.ts'
import { AUDIT_SORTS, listAuditEntries, type AuditRow } from './store.ts'

const CSV_COLUMNS = [
  'sequence',
  'at',
  'actorType',
  'actorId',
  'actorName',
  'action',
  'resourceType',
  'resourceId',
  'submissionId',
  'summary',
  'requestId',
  'hash',
] as const

export const auditLogRoutes = [
  route({
    endpoint: 'GET /v1/audit-log',
    operationId: 'listAuditLogEntries',
    summary: 'List what was done, by whom, newest first',
    scope: 'audit:read',
    shapes: { query: AuditQuery, returns: AuditList },
    handle: async ({ query: { format, ...query } }, ctx) => {
      await sealAudit(ctx.db, ctx.house.auditSigner, ctx.environment.id)
      const page = await listAuditEntries(ctx, query, parsePage(ctx, query, AUDIT_SORTS))
      if (format !== 'csv')
        return listBody(page, (row) => toEntry(row, ctx.environment.mode === 'live'))
      const body = Buffer.from(formatCsv(CSV_COLUMNS, page.rows))
      return new Reply({
        download: {
          contentType: 'text/csv; charset=utf-8',
          filename: 'audit-log.csv',
          disposition: 'attachment',
          body,
        },
      })
    },
  }),
  route({
    endpoint: 'GET /v1/audit-log/verify',
    summary: 'Recompute the chain of the audit log and name the first entry that does not fit',
    scope: 'audit:read',
    isAdditive: true,
    shapes: { query: VerifyQuery, returns: Verification },
    handle: async ({ query }, ctx) => {
      const own = { signer: ctx.house.auditSigner, environmentId: ctx.environment.id }
      await sealAudit(ctx.db, own.signer, own.environmentId)
      const witnesses = (await listNotedHeads(ctx.house)).filter(
        ({ environmentId }) => environmentId === own.environmentId,
      )
      const { from = 1, to = null } = query
      const { checked, faults } = await verifyChain(ctx.db, own, { from, to, witnesses })
      return {
        data: {
          valid: faults.length === 0,
          checked,
          firstBadSequence: faults[0]?.sequence ?? null,
        },
      }
    },
  }),
]

function toEntry(row: AuditRow, livemode: boolean): object {
  const { actorType, actorId, actorName, apiKeyHint, ip, userAgent, ...entry } = row
  return {
    ...entry,
    livemode,
    actor: { type: actorType, id: actorId, name: actorName, apiKeyHint, ip, userAgent },
  }
}
