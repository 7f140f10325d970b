interface Party {
  name: string | null
  address: string
}

/** `Ada Marlowe <ada@north.example>`, or the address alone. */
export function describeParty({ name, address }: Party): string {
  return name ? `${name} <${address}>` : address
}
