import { sql } from '../db/sql.ts'
import type { Db } from '../db/transaction.ts'
import { findBase, type Base } from './cut.ts'
import { FORGED } from './seal.ts'
import { chainHash, type AuditSigner, type Head } from './signer.ts'
import { AUDIT_TEXT } from './text.ts'

/** What is wrong at one place of the chain. */
export interface ChainFault {
  sequence: number
  /**
   * `changed`: the entry is another than was chained. `removed`: it is not there. `inserted`: it
   * was not written by a process of the house, or stands where another one belongs. `head`: the
   * end of the chain is not the one that was signed.
   */
  kind: 'changed' | 'removed' | 'inserted' | 'head'
}

export interface ChainCheck {
  checked: number
  /** The first faults in the order of the chain. */
  faults: ChainFault[]
}

interface ChainedRow {
  sequence: number
  hash: string | null
  previousHash: string | null
  seal: string | null
  text: string
}

const BATCH = 10_000
const FAULTS_MAX = 100

interface Range {
  from?: number
  to?: number | null
  /** Heads that were signed earlier and kept elsewhere. */
  witnesses?: readonly (Head & { seal: string })[]
}

/**
 * Recomputes the chain of an environment from its rows as they stand, under the key: finds entries
 * that were changed, removed, inserted, swapped or cut off the end, and says where. It begins
 * behind its signed base, if entries went for their age.
 */
export async function verifyChain(db: Db, own: Chain, range: Range = {}): Promise<ChainCheck> {
  for (;;) {
    const base = await findBase(db, own)
    const check = await walkChain(db, own, { ...range, base })
    // Else entries went meanwhile, and their places were found empty.
    if ((await findBase(db, own))?.seal === base?.seal) return check
  }
}

interface Chain {
  signer: AuditSigner
  environmentId: string
}

async function walkChain(
  db: Db,
  own: Chain,
  { from = 1, to = null, witnesses = [], base }: Range & { base: Base | null },
): Promise<ChainCheck> {
  const walk = createWalk(own, { from, base }, witnesses)
  for (let next = from; ;) {
    const rows = await listRows(db, own.environmentId, { from: next, to })
    for (const row of rows) walk.step(row)
    if (rows.length < BATCH) break
    // Rows that share a number are read together.
    next = rows.at(-1)!.sequence + 1
    for (const row of await listTwins(db, own.environmentId, rows)) walk.step(row)
  }
  if (to === null) walk.end(await findHead(db, own.environmentId))
  return walk.result()
}

// oxlint-disable-next-line max-lines-per-function -- one walk with its state
function createWalk(
  { signer, environmentId }: Chain,
  { from, base }: { from: number; base: Base | null },
  witnesses: NonNullable<Range['witnesses']>,
) {
  const faults: ChainFault[] = []
  const seen = new Map(witnesses.map((witness) => [witness.sequence, witness]))
  let checked = 0
  const [cut, cutHash] = base ? [base.sequence, base.hash] : [0, '']
  let expected = Math.max(from, cut + 1)
  let hashBefore: string | null = expected === cut + 1 ? cutHash : null
  const fault = (sequence: number, kind: ChainFault['kind']): void => {
    if (faults.length < FAULTS_MAX) faults.push({ sequence, kind })
  }
  const missing = (until: number): void => {
    for (let at = expected; at < until && faults.length < FAULTS_MAX; at += 1) fault(at, 'removed')
  }
  const findFaultKind = (row: ChainedRow): ChainFault['kind'] | null => {
    const { sequence, hash, previousHash, seal, text } = row
    if (seal === FORGED) return 'inserted'
    const link = { environmentId, sequence, hash: hash ?? '' }
    if (hash !== chainHash(previousHash ?? '', text) || !signer.matches(signer.link(link), seal))
      return 'changed'
    if (sequence === expected && hashBefore !== null && previousHash !== hashBefore)
      return 'changed'
    const witness = seen.get(sequence)
    return witness && witness.hash !== hash ? 'changed' : null
  }
  return {
    step: (row: ChainedRow): void => {
      checked += 1
      if (row.sequence < expected) return fault(row.sequence, 'inserted')
      missing(row.sequence)
      if (row.sequence > expected) hashBefore = null
      const kind = findFaultKind({ ...row })
      if (kind) fault(row.sequence, kind)
      // What follows is held against the row as it was chained, so one fault is one place.
      hashBefore = kind ? null : row.hash
      expected = row.sequence + 1
    },
    end: (head: (Head & { seal: string | null }) | null): void => {
      const isSigned = head !== null && signer.matches(signer.head(head), head.seal)
      const known = [...(isSigned ? [head] : []), ...seen.values()]
      const last = Math.max(0, ...known.map(({ sequence }) => sequence))
      const reached = expected - 1
      missing(last + 1)
      if (checked === 0 && head === null && seen.size === 0) return
      if (!isSigned) return fault(expected, 'head')
      if (head.sequence < reached) fault(head.sequence + 1, 'inserted')
      else if (reached === head.sequence && hashBefore !== null && head.hash !== hashBefore)
        fault(head.sequence, 'head')
    },
    result: (): ChainCheck => ({
      checked,
      faults: faults.toSorted((left, right) => left.sequence - right.sequence),
    }),
  }
}

async function listRows(
  db: Db,
  environmentId: string,
  { from, to }: { from: number; to: number | null },
): Promise<ChainedRow[]> {
  return db.rows<ChainedRow>(sql`
    select a.sequence, a.hash, a.previous_hash, a.seal, ${AUDIT_TEXT} as text from audit_log a
    where a.environment_id = ${environmentId} and a.sequence >= ${from}
      and a.sequence <= coalesce(${to}::bigint, 9007199254740991)
    order by a.sequence, a.at limit ${BATCH}`)
}

/** Further rows under the number of the last one. */
async function listTwins(db: Db, environmentId: string, rows: ChainedRow[]): Promise<ChainedRow[]> {
  const { sequence } = rows.at(-1)!
  const twins = await listRows(db, environmentId, { from: sequence, to: sequence })
  return twins.slice(rows.filter((row) => row.sequence === sequence).length)
}

async function findHead(
  db: Db,
  environmentId: string,
): Promise<(Head & { seal: string | null }) | null> {
  return db.row(sql`
    select environment_id, sequence, hash, seal from audit_heads
    where environment_id = ${environmentId}`)
}
