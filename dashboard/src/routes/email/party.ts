import { readMode } from '../../data/session.ts'

interface Party {
  name: string | null
  address: string
}

/** `Ada Marlowe <ada@north.example>`, or the address alone. */
export function describeParty({ name, address }: Party): string {
  return name ? `${name} <${address}>` : address
}

/** The test mode keeps what would be sent; undefined where the usual word is right. */
export function nameSent(status: string): string | undefined {
  return status === 'sent' && readMode() === 'test' ? 'Saved, test mode' : undefined
}
