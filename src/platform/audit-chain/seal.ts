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
 * Answers how many. An entry that its writer did not sign is chained too, and marked for good.
 */
export async function sealAudit(
  db: Db,
  signer: AuditSigner,
  environmentId: string,
): Promise<number> {
  let count = 0
  for (;;) {
    const waiting = await listWaiting(db, environmentId)
    if (waiting.length > 0) await chain(db, signer, { environmentId, waiting })
    count += waiting.length
    if (waiting.length < BATCH) return count
  }
}

async function listWaiting(db: Db, environmentId: string): Promise<Waiting[]> {
  return db.rows<Waiting>(sql`
    select a.at, a.id, audit_text(a) as text, a.seal from audit_log a
    where a.environment_id = ${environmentId} and a.sequence is null
    order by a.at, a.id limit ${BATCH}`)
}

async function chain(
  db: Db,
  signer: AuditSigner,
  { environmentId, waiting }: { environmentId: string; waiting: Waiting[] },
): Promise<void> {
  const taken = await db.row<{ sequence: number; hash: string; isAdopting: boolean }>(
    sql`select sequence, hash, is_adopting from system_take_audit_head(${environmentId}::uuid)`,
  )
  // Another sealer may have been faster: what it chained is not waiting any more.
  const still = await listWaiting(db, environmentId)
  if (still.length === 0 || waiting.length === 0) return
  let head: Head = { environmentId, sequence: taken!.sequence, hash: taken!.hash }
  const links: Link[] = still.map(({ at, id, text, seal }) => {
    const next = { ...head, sequence: head.sequence + 1, hash: chainHash(head.hash, text) }
    const isGenuine = isSigned(signer, text, seal) || (seal === null && taken!.isAdopting)
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
    select system_chain_audit(${environmentId}::uuid, ${JSON.stringify(links)}::jsonb, ${signer.head(head)})`)
}

/** Whether the writer of the entry had the key; its time is the database's and not signed. */
function isSigned(signer: AuditSigner, text: string, seal: string | null): boolean {
  const [_at, ...fields] = JSON.parse(text) as unknown[]
  return signer.matches(signer.entry(fields), seal)
}
