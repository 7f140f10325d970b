import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { before, describe, test } from 'node:test'
import { createCaller, useTestHouse, type Caller } from '../../../test/context.ts'
import { listDocuments } from './guide/documents.ts'
import { PAGES } from './guide/pages.ts'
import { TAGS } from './tags.ts'

const WRITTEN = ['', '/reference', '/errors', '/events', '/agents']
const TAG_PAGES = TAGS.map(({ name }) => `/reference/${name}`)
const PAGE_PATHS = [
  ...WRITTEN,
  ...TAG_PAGES,
  ...PAGES.map(({ name }) => `/${name}`),
  '/changelog',
].map((path) => `/docs${path}`)
const KIB = 1024

describe('the documentation', () => {
  const house = useTestHouse({}, { worker: false })
  let caller: Caller
  const pages = new Map<string, string>()

  before(async () => {
    caller = createCaller(house.app, null)
    for (const path of PAGE_PATHS) {
      const { status, body } = await caller.get(path)
      assert.equal(status, 200, path)
      pages.set(path, body)
    }
  })

  test('has every file of docs/guide among its contents', () => {
    const files = globSync('*.md', { cwd: `${import.meta.dirname}/../../../docs/guide` })
    const names = files.map((file) => file.slice(0, -'.md'.length))
    assert.deepEqual(names.toSorted(), PAGES.map(({ name }) => name).toSorted())
  })

  test('leads from each of its links to a page, and to an anchor that is there', async () => {
    const broken: string[] = []
    for (const [path, text] of pages) {
      for (const [, href] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const { pathname, hash, origin } = new URL(href!, `http://assay.invalid${path}`)
        if (origin !== 'http://assay.invalid') broken.push(`${path}: ${href} leads elsewhere`)
        const target = pages.get(pathname)
        const isThere = target !== undefined || (await caller.get(pathname)).status === 200
        if (!isThere) broken.push(`${path}: ${href}`)
        else if (target && hash !== '' && !target.includes(` id="${hash.slice(1)}"`))
          broken.push(`${path}: ${href} has no such part`)
      }
    }
    assert.deepEqual(broken, [])
  })

  test('runs no script and shows no style but those of its files', async () => {
    for (const [path, text] of pages) {
      assert.doesNotMatch(text, /<script(?! src="\/docs\/)|<style| style="| on\w+="/, path)
    }
    const { headers } = await caller.get('/docs')
    assert.match(String(headers['content-security-policy']), /script-src 'self'; style-src 'self'/)
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe/)
  })

  test('has pages of at most 100 KiB, a search of 60 KiB and a whole text of 200 KiB', async () => {
    const sizes = [...pages].map(([path, text]) => [path, gzipSync(text).length] as const)
    assert.deepEqual(
      sizes.filter(([, size]) => size > 100 * KIB),
      [],
    )
    const search = await caller.get('/docs/search.json')
    assert.ok(gzipSync(JSON.stringify(search.body)).length <= 60 * KIB)
    const full = await caller.get('/llms-full.txt')
    assert.ok(Buffer.byteLength(full.body) <= 200 * KIB)
  })

  test('is there as Markdown, page by page', async () => {
    for (const name of listDocuments().filter((one) => one.endsWith('.md'))) {
      const { status, headers, body } = await caller.get(`/docs/${name}`)
      assert.equal(status, 200, name)
      assert.match(String(headers['content-type']), /^text\/markdown/)
      assert.match(body, /^# /, name)
    }
    const { body } = await caller.get('/llms.txt')
    for (const { name } of PAGES) assert.ok(body.includes(`/docs/${name}.md`), name)
  })

  test('offers agents three skills, each with the digest of its text', async () => {
    const { body } = await caller.get('/.well-known/agent-skills/index.json')
    assert.equal(body.skills.length, 3)
    for (const { name, url, digest, description } of body.skills) {
      const { raw, body: text } = await caller.get(url)
      assert.equal(digest, `sha256:${createHash('sha256').update(raw).digest('hex')}`)
      assert.match(text, new RegExp(`^---\nname: ${name}\n`))
      assert.ok(description.length > 60)
    }
  })

  test('has a feed with an entry for each release of the changelog', async () => {
    const { body, headers } = await caller.get('/docs/changelog.atom')
    assert.match(String(headers['content-type']), /^application\/atom\+xml/)
    const changelog = readFileSync(`${import.meta.dirname}/../../../CHANGELOG.md`, 'utf8')
    assert.equal(body.split('<entry>').length - 1, changelog.match(/^## /gm)!.length)
    assert.doesNotMatch(body, /<updated>1970/)
  })

  test('names the nearest page for an address that is none', async () => {
    const { status, body } = await caller.get('/docs/quikstart')
    assert.equal(status, 404)
    assert.match(body.error.message, /Did you mean quickstart\?/)
  })

  test('shows each operation with its fields, an example and the code of three clients', () => {
    const text = pages.get('/docs/reference/webhooks')!
    assert.match(text, /id="post-webhooks-id-rotate-secret"/)
    assert.match(text, /assay\.webhooks\.rotateSecret\(id/)
    assert.match(text, /service\.webhooks\.rotate_secret\(id/)
    assert.match(text, /client\.Webhooks\.RotateSecret\(ctx, id/)
    assert.match(text, /The receiving address|receiv/i)
  })
})
