import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { useTestHouse } from '../context.ts'
import { createVisitor } from '../visitor.ts'

const BUILT = join(import.meta.dirname, '../../dashboard/dist')
const KB = 1000

describe('the dashboard as it is served', () => {
  const house = useTestHouse({}, { worker: false })

  test('a page has a policy without exceptions, and a nonce of its own each time', async () => {
    const visitor = createVisitor(house)
    const pages = await Promise.all([1, 2].map(() => visitor.send('GET', '/deals/42?page=2')))
    const nonces = pages.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy'])
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.equal(headers['cache-control'], 'no-store')
      const [, nonce] = /'nonce-([^']+)'/.exec(policy)!
      assert.ok(body.includes(`content="${nonce}"`))
      assert.doesNotMatch(body, /<script(?![^>]+src=)/)
      return nonce
    })
    assert.notEqual(nonces[0], nonces[1])
  })

  test('a page comes in the theme of the cookie, and in no other text of it', async () => {
    const themes = ['dark', 'light', '"><script>'].map(async (theme) => {
      const headers = { cookie: `assay_theme=${theme}` }
      const { body } = await createVisitor(house).send('GET', '/deals', { headers })
      return /data-theme="([^"]*)"/.exec(body)?.[1]
    })
    assert.deepEqual(await Promise.all(themes), ['dark', 'light', 'system'])
  })

  test('its files are kept for ever, and come compressed as they were built', async () => {
    for (const [name, bytes] of listFiles()) {
      const headers = { 'accept-encoding': 'gzip' }
      const response = await createVisitor(house).send('GET', `/desk/${name}`, { headers })
      assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
      if (bytes.length < 1024) continue
      assert.equal(response.headers['content-encoding'], 'gzip')
      assert.ok(response.raw.length <= gzipSync(bytes, { level: 9 }).length)
    }
  })

  test('nothing but its own files is served from its folder', async () => {
    for (const path of ['/desk/', '/desk/none.js', '/desk/../index.html', '/desk/%2e%2e/build.ts'])
      assert.equal((await createVisitor(house).send('GET', path)).status, 404, path)
  })

  test('no address of the API is one of its pages', async () => {
    for (const path of ['/v1/deals', '/dealsX', '/desk', '/session'])
      assert.ok(
        !String((await createVisitor(house).send('GET', path)).headers['content-type']).includes(
          'html',
        ),
        path,
      )
  })

  test('the first view, each screen and all of it stay within their budgets', () => {
    const sizes = new Map(listFiles().map(([name, bytes]) => [name, gzipSync(bytes).length]))
    const page = readFileSync(join(BUILT, 'index.html'), 'utf8')
    const first = [...page.matchAll(/\/desk\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name!)
    // Of two screens of that name the larger one is the lender's.
    const [deals = ''] = [...sizes.keys()]
      .filter((name) => /^deals-.*\.js$/.test(name))
      .toSorted((one, other) => sizes.get(other)! - sizes.get(one)!)
    const sum = (names: readonly string[]) => names.reduce((all, one) => all + sizes.get(one)!, 0)
    const scripts = [...first.filter((name) => name.endsWith('.js')), deals]
    const styles = first.filter((name) => name.endsWith('.css'))
    assert.ok(sum(scripts) <= 170 * KB, `${sum(scripts)} bytes of script for the first view`)
    assert.ok(sum(styles) <= 20 * KB, `${sum(styles)} bytes of style`)
    const fonts = readdirSync(join(BUILT, 'desk')).filter((name) => name.endsWith('.woff2'))
    const files = ['the page', ...first, deals, ...fonts]
    assert.ok(files.length <= 8, `${files.length} files for the first view: ${files.join(', ')}`)
    const others = [...sizes].filter(([name]) => !first.includes(name))
    for (const [name, size] of others) assert.ok(size <= 60 * KB, `${name} has ${size} bytes`)
    assert.ok(sum([...sizes.keys()]) <= 450 * KB)
  })
})

/** Scripts and styles that were built. */
function listFiles(): [name: string, bytes: Buffer][] {
  const folder = join(BUILT, 'desk')
  const names = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name))
  return names.map((name) => [name, readFileSync(join(folder, name))])
}
