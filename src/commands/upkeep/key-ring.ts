import { randomBytes } from 'node:crypto'
import { ConfigError, loadConfig, type Config } from '../../config.ts'
import type { House } from '../../platform/context.ts'
import { keepNewKey } from '../../platform/crypto/key-file.ts'
import { createKeyRing } from '../../platform/crypto/key-ring.ts'
import { countByKey, forgetUnusedKeys, resealAll } from '../../platform/crypto/reseal.ts'
import { listSealingKeys } from '../../platform/crypto/sealing-keys.ts'
import { listEnvironmentIds } from '../../resources/tenants/store.ts'
import { SEALED_COLUMNS } from '../../sealed.ts'
import { openFromConfig } from '../open.ts'

/** `key-ring list`, `rotate` or `reencrypt`; the three steps of docs/security-of-data.md. */
export async function runKeyRing([action = '']: string[]): Promise<void> {
  const config = { ...loadConfig(), logLevel: 'warn' }
  if (action === 'rotate') {
    rotate(config)
    return
  }
  const run = ACTIONS[action]
  if (!run) throw new ConfigError(['key-ring takes `list`, `rotate` or `reencrypt`.'])
  const { house, close } = await openFromConfig(config)
  try {
    await run(house, await listEnvironmentIds(house.database))
  } finally {
    await close()
  }
}

const ACTIONS: Partial<Record<string, (house: House, environments: string[]) => Promise<void>>> = {
  list: async (house, environments) => {
    const counts = await countByKey(house, SEALED_COLUMNS, environments)
    for (const { kid, firstUsedAt, isWriting } of await listSealingKeys(house.database)) {
      const role = kid === house.keyRing.writer ? 'writes' : isWriting ? 'written lately' : 'reads'
      const values = `${counts.get(kid) ?? 0} values`
      print(`${kid.padEnd(20)} ${role.padEnd(14)} ${values.padEnd(16)} since ${firstUsedAt}`)
    }
  },
  reencrypt: async (house, environments) => {
    const count = await resealAll(house, SEALED_COLUMNS, environments)
    const used = await countByKey(house, SEALED_COLUMNS, environments)
    const forgotten = await forgetUnusedKeys(house, used)
    const left = [...used.keys()].filter((kid) => kid !== house.keyRing.writer)
    print(`${count} values sealed anew with ${house.keyRing.writer}.`)
    for (const kid of forgotten) print(`No value needs ${kid} any more; backups from before do.`)
    for (const kid of left) print(`${kid} still seals values: another process writes with it.`)
    if (left.length > 0) process.exitCode = 1
  },
}

/** A key at the head of the ring; what runs goes on with the old one until it is started again. */
function rotate(config: Config): void {
  const taken = new Set(createKeyRing(config.encryptionKeys).kids)
  const kid = `k${Array.from({ length: taken.size + 1 }, (_, n) => n + 1).find((n) => !taken.has(`k${n}`))!}`
  const key = `${kid}:${randomBytes(32).toString('base64')}`
  const file = keepNewKey(config, key)
  if (file === null) {
    print('Put this key before the others of ENCRYPTION_KEYS, with a comma between:')
    print(key)
  } else {
    print(`${kid} is the first key in ${file} now.`)
  }
  print('Then start every process again, and run `npm run assay -- key-ring reencrypt`.')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
