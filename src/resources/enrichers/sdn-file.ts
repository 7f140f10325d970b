import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { indexSdnList, type SdnIndex } from '../../core/enrichers/screening/screen.ts'
import { parseSdnList } from '../../core/enrichers/screening/sdn-list.ts'
import type { InputValues } from '../../core/enrichers/inputs.ts'
import type { House } from '../../platform/context.ts'
import { createHouseCache } from '../../platform/lru.ts'

/** The list of the operator, ready to be searched. */
export interface SdnFile {
  stamp: InputValues['sdn_list']
  index: SdnIndex
}

const getCache = createHouseCache<SdnFile>(1)

/** Null where the operator has none, or the file is none of OFAC; a newer file is read again. */
export async function readSdnFile(house: House): Promise<SdnFile | null> {
  const path = house.config.ofacSdnFile
  const facts = path === null ? null : await stat(path).catch(() => null)
  if (path === null || facts === null) return null
  const key = `${path} ${facts.mtimeMs} ${facts.size}`
  const cache = getCache(house)
  const known = cache.get(key)
  if (known) return known
  const made = await read(path, facts.mtime)
  if (made) cache.set(key, made, 1)
  return made
}

async function read(path: string, changedAt: Date): Promise<SdnFile | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  const alternates = await readAlternates(dirname(path))
  const entries = parseSdnList(text, alternates)
  if (entries === null) return null
  const digest = createHash('sha256')
    .update(text)
    .update(alternates ?? '')
    .digest('hex')
  const stamp = { date: changedAt.toISOString().slice(0, 10), entries: entries.length, digest }
  return { stamp, index: indexSdnList(entries) }
}

/** As OFAC names the file, which some servers write in capitals. */
async function readAlternates(folder: string): Promise<string | null> {
  for (const name of ['alt.csv', 'ALT.CSV']) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => null)
    if (text !== null) return text
  }
  return null
}
