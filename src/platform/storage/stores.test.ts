import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { startBucket, type FakeBucket } from '../../../test/fakes/bucket.ts'
import { loadConfig } from '../../config.ts'
import { createKeyRing } from '../crypto/key-ring.ts'
import { openStore } from './open.ts'
import { StoreUnavailable, type Store } from './store.ts'

const LIMIT = 1024 * 1024
const ENVIRONMENT = randomUUID()
const CONTENT = Buffer.from('Account number 000123456789\n'.repeat(1000))
const keyRing = createKeyRing(`a:${randomBytes(32).toString('base64')}`)

/** Every kind of store, with the settings that choose it. */
const STORES = [
  { name: 'a folder', settingsOf: (root: string) => ({ STORAGE_URL: `file://${root}/files` }) },
  { name: 'a bucket', settingsOf: (_root: string, bucket: FakeBucket) => bucket.settings },
]

function open(root: string, settings: Record<string, string>): Promise<Store> {
  const config = loadConfig({ DATA_DIR: join(root, 'data'), ...settings })
  return openStore(config, { keyRing, sizeBytesMax: LIMIT, now: Date.now })
}

for (const { name, settingsOf } of STORES) {
  describe(`the store in ${name}`, () => {
    let root: string
    let bucket: FakeBucket
    let store: Store
    before(async () => {
      root = mkdtempSync(join(tmpdir(), 'assay-store-'))
      bucket = await startBucket()
      store = await open(root, settingsOf(root, bucket))
    })
    after(async () => {
      await store.close()
      await bucket.close()
      rmSync(root, { recursive: true })
    })

    /** What is kept of the objects, wherever; not what the server notes of them. */
    function filesOnDisk(): string[] {
      return [root, bucket.directory].flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter(
            (entry) =>
              entry.isFile() && !/_metadata\.json$|\.md5$|encryption-key$/.test(entry.name),
          )
          .map((entry) => join(entry.parentPath, entry.name)),
      )
    }

    test('gives back the bytes that were put, from a buffer or a stream', async () => {
      const chunks = Array.from({ length: 28 }, (_, i) =>
        CONTENT.subarray(i * 1000, i * 1000 + 1000),
      )
      for (const source of [CONTENT, Readable.from(chunks)]) {
        const put = await store.put(ENVIRONMENT, source)
        assert.equal(put.sizeBytes, CONTENT.length)
        assert.equal(put.sha256, createHash('sha256').update(CONTENT).digest('hex'))
        const read = await store.read(ENVIRONMENT, put.storageKey, put.wrappedKey)
        assert.deepEqual(read, CONTENT)
      }
    })

    test('keeps no readable byte, and nothing that others on the machine may open', async () => {
      await store.put(ENVIRONMENT, CONTENT)
      for (const path of filesOnDisk()) {
        assert.equal(readFileSync(path).includes('Account number'), false)
        if (path.startsWith(root)) assert.equal(statSync(path).mode & 0o077, 0)
      }
    })

    test('keeps an empty file', async () => {
      const put = await store.put(ENVIRONMENT, Buffer.alloc(0))
      const read = await store.read(ENVIRONMENT, put.storageKey, put.wrappedKey)
      assert.deepEqual([put.sizeBytes, read.length], [0, 0])
    })

    test('takes a file of exactly the limit and refuses one byte more, leaving nothing', async () => {
      const put = await store.put(ENVIRONMENT, Buffer.alloc(LIMIT))
      assert.equal(put.sizeBytes, LIMIT)
      const before = filesOnDisk()
      const tooLarge = Readable.from([Buffer.alloc(LIMIT), Buffer.alloc(1)])
      await assert.rejects(store.put(ENVIRONMENT, tooLarge), { code: 'store_file_too_large' })
      assert.deepEqual(filesOnDisk(), before)
    })

    test('leaves nothing of an upload that breaks off', async () => {
      const before = filesOnDisk()
      const broken = new Readable({ read() {} })
      broken.push(CONTENT)
      setTimeout(() => broken.destroy(new Error('the client went away')), 20)
      await assert.rejects(store.put(ENVIRONMENT, broken), /went away/)
      assert.deepEqual(filesOnDisk(), before)
    })

    test('leaves nothing of an upload that breaks off before it is read', async () => {
      const before = filesOnDisk()
      const broken = new Readable({ read() {} })
      const put = store.put(ENVIRONMENT, broken)
      broken.destroy(new Error('the client went away'))
      await assert.rejects(put, /went away/)
      assert.deepEqual(filesOnDisk(), before)
    })

    test('refuses a file of which one byte was changed, wherever it stands', async () => {
      const { storageKey, wrappedKey } = await store.put(ENVIRONMENT, Buffer.from('12 bytes are'))
      const path = filesOnDisk().find((each) => each.includes(storageKey))!
      const bytes = readFileSync(path)
      for (let index = 0; index < bytes.length; index += 1) {
        const changed = Buffer.from(bytes)
        changed[index]! ^= 1
        writeFileSync(path, changed)
        await assert.rejects(store.read(ENVIRONMENT, storageKey, wrappedKey), `byte ${index}`)
      }
      writeFileSync(path, bytes.subarray(0, -12))
      await assert.rejects(store.read(ENVIRONMENT, storageKey, wrappedKey), 'a tag cut to 4 bytes')
    })

    test('shows a file to no other environment, even with its key', async () => {
      const { storageKey, wrappedKey } = await store.put(ENVIRONMENT, CONTENT)
      const other = randomUUID()
      assert.equal(await store.exists(other, storageKey), false)
      await assert.rejects(store.read(other, storageKey, wrappedKey))
      await store.remove(other, storageKey)
      assert.equal(await store.exists(ENVIRONMENT, storageKey), true)
    })

    test('removes a file for good, and a missing one without complaint', async () => {
      const { storageKey, wrappedKey } = await store.put(ENVIRONMENT, CONTENT)
      await store.remove(ENVIRONMENT, storageKey)
      await store.remove(ENVIRONMENT, storageKey)
      assert.equal(await store.exists(ENVIRONMENT, storageKey), false)
      await assert.rejects(store.read(ENVIRONMENT, storageKey, wrappedKey), {
        code: 'store_file_missing',
      })
    })

    test('lists exactly the files of an environment', async () => {
      const environment = randomUUID()
      const puts = await Promise.all([1, 2, 3].map(() => store.put(environment, CONTENT)))
      const listed = await Array.fromAsync(store.list(environment))
      assert.deepEqual(listed.sort(), puts.map(({ storageKey }) => storageKey).sort())
      assert.deepEqual(await Array.fromAsync(store.list(randomUUID())), [])
    })

    test('follows no name out of its folder', async () => {
      for (const name of ['../../etc/passwd', '..', '', 'A'.repeat(32), '0'.repeat(33)]) {
        await assert.rejects(async () => store.exists(ENVIRONMENT, name), name)
        await assert.rejects(async () => store.exists(`../${name}`, '0'.repeat(32)), name)
      }
    })

    test('says whether it can be written to, and leaves no probe behind', async () => {
      const before = filesOnDisk()
      await store.checkWritable()
      assert.deepEqual(filesOnDisk(), before)
    })
  })
}

test('a store in a folder that is none cannot be written to', async () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-store-'))
  const file = join(root, 'not-a-folder')
  writeFileSync(file, '')
  const store = await open(root, { STORAGE_URL: `file://${file}` })
  await assert.rejects(store.checkWritable())
  rmSync(root, { recursive: true })
})

describe('a bucket', () => {
  let root: string
  let bucket: FakeBucket
  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'assay-store-'))
    bucket = await startBucket('')
  })
  after(async () => {
    await bucket.close()
    rmSync(root, { recursive: true })
  })

  test('that wants fewer requests gets its request again, and one that fails for good is reported', async () => {
    const store = await open(root, bucket.settings)
    bucket.failNext(2)
    const { storageKey, wrappedKey } = await store.put(ENVIRONMENT, CONTENT)
    assert.deepEqual(await store.read(ENVIRONMENT, storageKey, wrappedKey), CONTENT)
    bucket.failNext(100)
    await assert.rejects(
      store.read(ENVIRONMENT, storageKey, wrappedKey),
      /responds with 503 SlowDown/,
    )
    bucket.failNext(0)
    await store.close()
  })

  test('is not opened by another secret, and nothing of an upload it refuses is left', async () => {
    const store = await open(root, { ...bucket.settings, AWS_SECRET_ACCESS_KEY: 'wrong' })
    await assert.rejects(store.put(ENVIRONMENT, CONTENT), (error) => {
      return error instanceof StoreUnavailable && /403 SignatureDoesNotMatch/.test(error.message)
    })
    await assert.rejects(store.checkWritable(), StoreUnavailable)
    const left = readdirSync(join(root, 'data', 'uploads'), {
      recursive: true,
      withFileTypes: true,
    })
    assert.deepEqual(
      left.filter((entry) => entry.isFile()),
      [],
    )
    await store.close()
  })

  test('lists more objects than one page of the interface holds', async () => {
    const store = await open(root, bucket.settings)
    const environment = randomUUID()
    const folder = join(bucket.directory, 'house', environment, 'aa')
    mkdirSync(folder, { recursive: true })
    const keys = Array.from({ length: 1005 }, (_, at) => `aa${String(at).padStart(30, '0')}`)
    for (const key of keys) writeFileSync(join(folder, `${key}._S3rver_object`), '')
    assert.deepEqual(await Array.fromAsync(store.list(environment)), keys)
    await store.close()
  })
})
