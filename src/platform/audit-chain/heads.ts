import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../db/sql.ts'
import type { House } from '../context.ts'
import type { AuditSigner, Head } from './signer.ts'

/** The end of a chain as it was at a time, signed: proof that the chain once went so far. */
export type SignedHead = Head & { seal: string }

export async function listHeads({ database }: Pick<House, 'database'>): Promise<SignedHead[]> {
  const heads = await database.withSystem((db) =>
    db.rows<SignedHead>(sql`select environment_id, sequence, hash, seal from system_audit_heads()`),
  )
  return heads.filter(({ seal }) => seal !== null)
}

/**
 * Notes the heads that have moved in `audit-heads.jsonl` of DATA_DIR and in the log, where whoever
 * can change the database cannot reach: a chain that is shorter than a noted head was cut.
 */
export async function noteHeads(house: House): Promise<void> {
  const file = getHeadsPath(house)
  const known = new Set((await readHeads(file)).map(({ seal }) => seal))
  const moved = (await listHeads(house)).filter(({ seal }) => !known.has(seal))
  if (moved.length === 0) return
  await appendFile(file, moved.map((head) => `${JSON.stringify(head)}\n`).join(''), { mode: 0o600 })
  for (const { environmentId, sequence, hash, seal } of moved)
    house.log.info({ environment: environmentId, sequence, hash, seal }, 'audit head')
}

/** The noted heads whose signature is genuine; what is not, proves nothing. */
export async function listNotedHeads(house: House): Promise<SignedHead[]> {
  const heads = await readHeads(getHeadsPath(house))
  return heads.filter((head) => isGenuine(house.auditSigner, head))
}

/** The noted heads as their file has them; empty when none were noted. */
export async function readHeadsText(house: House): Promise<string> {
  return readFile(getHeadsPath(house), 'utf8').catch(() => '')
}

async function readHeads(file: string): Promise<SignedHead[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as SignedHead)
}

function isGenuine(signer: AuditSigner, head: SignedHead): boolean {
  return signer.matches(signer.head(head), head.seal)
}

function getHeadsPath({ config }: House): string {
  return join(config.dataDir, 'audit-heads.jsonl')
}
