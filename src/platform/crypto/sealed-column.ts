import type { KeyRing } from './key-ring.ts'

/** Where sealed values stand, as data: whatever seals, opens, re-seals or checks them reads it. */
export interface SealedColumnPlan {
  table: string
  column: string
  /** In a jsonb column: the field that holds the sealed text. */
  field?: string
  /** What of a person or a customer it keeps, for the reference page. */
  holds: string
  /** First part of the place a value is bound to; columns between which values move share one. */
  place: string
  /** The columns that complete the place, after the environment. */
  boundTo: readonly string[]
  suffix?: string
  /** The column that held the same in plain text in an earlier version. */
  plainColumn?: string
}

interface House {
  keyRing: KeyRing
}

interface Owner {
  house: House
  environment: { id: string }
}

/** One value's place: what was sealed for another row, column or environment does not open. */
interface SealedPlace {
  seal(plaintext: string): string
  /** Throws when the key is unknown, the place differs or a byte was changed. */
  open(sealed: string): string
}

export interface SealedColumn extends SealedColumnPlan {
  isOfHouse: false
  /** `ids` are the values of `boundTo`. */
  at(owner: Owner, ...ids: (string | number)[]): SealedPlace
}

/** One above the environments, reached by the functions `system_house_values` and its like. */
export interface HouseColumn extends SealedColumnPlan {
  isOfHouse: true
  /** `ids` are the values of `boundTo`. */
  at(house: House, ...ids: (string | number)[]): SealedPlace
}

/** Whatever only the key ring opens; `src/sealed.ts` lists them all. */
export type AnySealedColumn = SealedColumn | HouseColumn

/** Declares a column of sealed values of an environment. */
export function sealedColumn(plan: SealedColumnPlan): SealedColumn {
  return {
    ...plan,
    isOfHouse: false,
    at: ({ house, environment }, ...ids) => sealedPlace(house, placeIn(plan, environment.id, ids)),
  }
}

/** The same for a column above the environments; its functions in the migrations must know it. */
export function houseColumn(plan: SealedColumnPlan): HouseColumn {
  return {
    ...plan,
    isOfHouse: true,
    at: (house, ...ids) => sealedPlace(house, placeOfHouse(plan, ids)),
  }
}

function sealedPlace({ keyRing }: House, place: string): SealedPlace {
  return {
    seal: (plaintext) => keyRing.seal(plaintext, place),
    open: (sealed) => keyRing.open(sealed, place),
  }
}

/** `submissions/ein/<environment>/<id>`: authenticated with the value, and stored nowhere. */
export function placeIn(
  { place, suffix = '' }: Pick<SealedColumnPlan, 'place' | 'suffix'>,
  environmentId: string,
  ids: readonly (string | number)[],
): string {
  return `${[place, environmentId, ...ids].join('/')}${suffix}`
}

/** `mfa_factors/secret/<user>/<id>`: no environment, since the row has none. */
export function placeOfHouse(
  { place, suffix = '' }: Pick<SealedColumnPlan, 'place' | 'suffix'>,
  ids: readonly (string | number)[],
): string {
  return `${[place, ...ids].join('/')}${suffix}`
}
