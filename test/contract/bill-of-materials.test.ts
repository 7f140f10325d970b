import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const REGISTRY = 'https://registry.npmjs.org/'
const ROOT = `${import.meta.dirname}/../..`

interface Component {
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
}

interface Locked {
  version: string
  integrity?: string
  /** The dashboard, which is a part of this repository. */
  link?: boolean
  resolved?: string
}

function readJson(name: string) {
  return JSON.parse(readFileSync(`${ROOT}/${name}`, 'utf8'))
}

/** What is installed to run the service or to work on it, by `name@version`. */
function lockedPackages(): Map<string, Locked> {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> }
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  return new Map(
    installed.map(([path, locked]) => [
      `${path.split('node_modules/').at(-1)}@${locked.version}`,
      locked,
    ]),
  )
}

test('the bill of materials names everything that is installed, with its hash', () => {
  const output = execFileSync('npm', ['run', '-s', 'sbom'], { cwd: ROOT, encoding: 'utf8' })
  const { bomFormat, components } = JSON.parse(output) as {
    bomFormat: string
    components: Component[]
  }
  assert.equal(bomFormat, 'CycloneDX')
  const named = components.map(({ name, version }) => `${name}@${version}`)
  assert.deepEqual(
    [...lockedPackages().keys()].filter((one) => !named.includes(one)),
    [],
  )
  // The dashboard is a part of this repository, and comes from nowhere else.
  const others = components.filter(({ purl }) => !purl.includes('/assay-dashboard@'))
  const bare = others.filter(({ hashes }) => !hashes?.length)
  assert.deepEqual(
    bare.map(({ purl }) => purl),
    [],
  )
})

test('every package is pinned, from the registry, and by the hash of its content', () => {
  const { dependencies, devDependencies, optionalDependencies } = readJson('package.json')
  const ranges = Object.values<string>({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })
  assert.deepEqual(
    ranges.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  )
  for (const [name, { integrity, resolved }] of lockedPackages()) {
    assert.match(integrity ?? '', /^sha512-/, name)
    assert.match(resolved ?? REGISTRY, /^https:\/\/registry\.npmjs\.org\//, name)
  }
})
