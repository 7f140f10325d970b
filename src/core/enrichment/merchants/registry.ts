import { FUNDERS, OTHER_FINANCIERS, type FunderType } from '../data/funders.ts'
import { GROUPS } from '../data/merchant-groups.ts'
import { MERCHANT_GROUPS } from '../data/merchants.ts'
import { plainUpper } from '../descriptor/words.ts'
import { readMerchant, registryId } from '../descriptor/lexicon.ts'
import { nameWords } from '../descriptor/party.ts'
import { FUNDER_LEAVES } from '../rules/funder-leaves.ts'

/** A merchant that the registries know, whoever's transactions name it. */
export interface RegistryMerchant {
  /** `merchant:home-depot`, `funder:ondeck`. */
  key: string
  name: string
  aliases: readonly string[]
  /** The leaf that its name settles, by sign. */
  in: string | null
  out: string | null
  /** Null for who is no financier. */
  funderType: FunderType | null
  isAmbiguous: boolean
  groups: readonly string[]
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

let keyByName: Map<string, string> | null = null

/**
 * The key of a merchant by its name: that of the registry where it has the name, else one of the
 * name's telling words. Two spellings of one company share a key, two companies of one name too.
 */
export function merchantKeyOf(name: string): string {
  keyByName ??= new Map(registryMerchants().map((entry) => [tellingWords(entry.name), entry.key]))
  const words = tellingWords(name)
  return keyByName.get(words) ?? `name:${words}`
}

function tellingWords(name: string): string {
  const words = nameWords(name)
  return words.length > 0 ? words.join(' ') : plainUpper(name)
}

function* funders(): Generator<RegistryMerchant> {
  for (const { name, type, aliases, isAmbiguous = false } of [...FUNDERS, ...OTHER_FINANCIERS]) {
    const groups = GROUPS.filter(({ funderTypes }) => funderTypes.includes(type))
    yield {
      key: `funder:${registryId(name)}`,
      name,
      aliases,
      ...FUNDER_LEAVES[type],
      funderType: type,
      isAmbiguous,
      groups: groups.map(({ slug }) => slug),
    }
  }
}

function* merchants(): Generator<RegistryMerchant> {
  for (const group of MERCHANT_GROUPS) {
    for (const text of group.merchants) {
      const { merchant, aliases } = readMerchant(text, group)
      yield {
        key: `merchant:${merchant.id}`,
        name: merchant.name,
        aliases,
        in: group.in,
        out: group.out,
        funderType: null,
        isAmbiguous: false,
        groups: groupsOfLeaves([group.in, group.out]),
      }
    }
  }
}
