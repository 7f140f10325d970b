import { getFunderProduct, type FunderType } from '../data/funder-types.ts'
import { GROUPS } from '../data/merchant-groups.ts'
import { toNameKey } from '../descriptor/party.ts'
import { createMemo } from '../text/memo.ts'
import { LISTED_FUNDERS, listedMerchants, REGISTRY_VERSION } from '../registry/open.ts'

/** A merchant of the registries, which all tenants share. */
export interface RegistryMerchant {
  /** `merchant:home-depot`, `funder:ondeck`. */
  key: string
  name: string
  aliases: readonly string[]
  /** The leaf that its name settles, by sign. */
  in: string | null
  out: string | null
  /** Null unless the merchant is a financier. */
  funderType: FunderType | null
  isAmbiguous: boolean
  groups: readonly string[]
}

/** Changes with every entry and every group. */
export function registryVersion(): string {
  return `${REGISTRY_VERSION}:${JSON.stringify(GROUPS)}`
}

/** Every entry of the registries once, financiers first. */
export function registryMerchants(): RegistryMerchant[] {
  const all = [...funders(), ...merchants()]
  return [...new Map(all.toReversed().map((entry) => [entry.key, entry])).values()].toReversed()
}

/** Slugs of the groups that a merchant with these leaves belongs to. */
export function groupsOfLeaves(leaves: readonly (string | null)[]): string[] {
  return GROUPS.filter(({ categories }) =>
    leaves.some((leaf) => leaf !== null && categories.includes(leaf)),
  ).map(({ slug }) => slug)
}

let keyByWords: Map<string, string> | null = null

/** Keys by name; most names recur. About two megabytes. */
const keyByName = createMemo<string, string>(10_000)

/**
 * The key of a merchant by its name: the registry's where it lists the name, else the name's
 * distinctive words. Two spellings of one company share a key, two companies of one name too.
 */
export function toMerchantKey(name: string): string {
  const known = keyByName.get(name)
  if (known !== undefined) return known
  keyByWords ??= readKeys()
  const words = toNameKey(name)
  const key = keyByWords.get(words) ?? `name:${words}`
  keyByName.set(name, key)
  return key
}

/** Of two entries of one name the later key counts. */
function readKeys(): Map<string, string> {
  const nameKeys = new Map<string, string>()
  for (const { id, nameKey: words } of LISTED_FUNDERS) addFirst(nameKeys, `funder:${id}`, words)
  for (const { id, nameKey: words } of listedMerchants()) {
    addFirst(nameKeys, `merchant:${id}`, words)
  }
  return new Map([...nameKeys].map(([key, words]) => [words, key]))
}

function addFirst(nameKeys: Map<string, string>, key: string, words: string): void {
  if (!nameKeys.has(key)) nameKeys.set(key, words)
}

function* funders(): Generator<RegistryMerchant> {
  for (const { id, name, type, aliases, isAmbiguous = false } of LISTED_FUNDERS) {
    const { in: into, out } = getFunderProduct(type)
    const groups = GROUPS.filter(({ funderTypes }) => funderTypes.includes(type))
    yield {
      key: `funder:${id}`,
      name,
      aliases,
      in: into,
      out,
      funderType: type,
      isAmbiguous,
      groups: groups.map(({ slug }) => slug),
    }
  }
}

function* merchants(): Generator<RegistryMerchant> {
  for (const { id, name, aliases, in: into, out } of listedMerchants()) {
    yield {
      key: `merchant:${id}`,
      name,
      aliases,
      in: into,
      out,
      funderType: null,
      isAmbiguous: false,
      groups: groupsOfLeaves([into, out]),
    }
  }
}
