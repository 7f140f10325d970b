import { AUDIT_TEXT } from './text.ts'
import { sql } from '../db/sql.ts'
import type { Db } from '../db/transaction.ts'
import { chainHash, type AuditSigner, type Head } from './signer.ts'

const BATCH = 1_000

interface Waiting {
  at: string
  id: string
  text: string
  seal: string | null
}

interface Link {
  at: string
  id: string
  sequence: number
  previous_hash: string
  hash: string
  seal: string
}

/** What stands for the signature of an entry whose writer did not have the key. */
export const FORGED = 'forged'

/**
 * Puts the environment's committed entries into its chain, oldest first, each signed in its place.
 * Returns how many. An entry that its writer did not sign is chained too, and marked for good.
 */
export async function sealAudit(
  db: Db,
  signer: AuditSigner,
  environmentId: string,
): Promise<number> {
  if ((await listWaiting(db, environmentId, null)).length === 0) return 0
  const taken = await db.row<Head & { isAdopting: boolean }>(
    sql`select sequence, hash, is_adopting from system_take_audit_head(${environmentId}::uuid)`,
  )
  const { isAdopting, sequence: first, hash } = taken!
  let head: Head = { environmentId, sequence: first, hash }
  // Each batch behind the last, since the index holds what was chained until this ends.
  for (let after: Waiting | null = null; ;) {
    const waiting: Waiting[] = await listWaiting(db, environmentId, after)
    if (waiting.length > 0) head = await chain(db, signer, { head, waiting, isAdopting })
    if (waiting.length < BATCH) return head.sequence - first
    after = waiting.at(-1)!
  }
}

async function listWaiting(
  db: Db,
  environmentId: string,
  after: Waiting | null,
): Promise<Waiting[]> {
  const behind = after ? sql`and (a.at, a.id) > (${after.at}, ${after.id}::uuid)` : sql``
  return db.rows<Waiting>(sql`
    select a.at, a.id, ${AUDIT_TEXT} as text, a.seal from audit_log a
    where a.environment_id = ${environmentId} and a.sequence is null ${behind}
    order by a.at, a.id limit ${BATCH}`)
}

/** Chains them behind the head; returns the new one. */
async function chain(
  db: Db,
  signer: AuditSigner,
  own: { head: Head; waiting: Waiting[]; isAdopting: boolean },
): Promise<Head> {
  let { head } = own
  const links: Link[] = own.waiting.map(({ at, id, text, seal }) => {
    const next = { ...head, sequence: head.sequence + 1, hash: chainHash(head.hash, text) }
    const isGenuine = isSigned(signer, text, seal) || (seal === null && own.isAdopting)
    const link = {
      at,
      id,
      sequence: next.sequence,
      previous_hash: head.hash,
      hash: next.hash,
      seal: isGenuine ? signer.link(next) : FORGED,
    }
    head = next
    return link
  })
  await db.run(sql`
    select system_chain_audit(${head.environmentId}::uuid, ${JSON.stringify(links)}::jsonb, ${signer.head(head)})`)
  return head
}

/** Whether the writer of the entry had the key; its time is the database's and not signed. */
function isSigned(signer: AuditSigner, text: string, seal: string | null): boolean {
  const [_at, ...fields] = JSON.parse(text) as unknown[]
  return signer.matches(signer.entry(fields), seal)
}
