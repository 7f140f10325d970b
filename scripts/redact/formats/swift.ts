import { decodeText } from '../../../src/core/statements/formats/decode/decode-text.ts'
import { joined, type Part, type SplitFile } from './part.ts'

// :60F:C250301EUR1234,56   :61:2503010301D310,55NTRF   :90D:3EUR450,
const AMOUNT =
  /(^:6[0245][FM]?:[CD]\d{6}[A-Z]{3}|^:61:\d{6}(?:\d{4})?R?[CD][A-Z]?|^:90[CD]:\d{1,5}[A-Z]{3}|^:34F:[A-Z]{3}[CD]?)(\d+,\d{0,2})([NFS][A-Z\d]{3})?/gm

/** Amounts stand behind a sign and a currency, with a comma and at most two decimals. */
export function takeSwift(bytes: Uint8Array): SplitFile {
  const text = decodeText(bytes)
  const parts: Part[] = []
  let from = 0
  for (const { 0: whole, 1: head, 2: amount, 3: kind = '', index } of text.matchAll(AMOUNT)) {
    parts.push({ text: text.slice(from, index) }, { text: head!, is: 'kept' })
    parts.push({ text: amount!, is: 'amount', cents: parseCents(amount!), write: withComma })
    parts.push({ text: kind, is: 'kept' })
    from = index + whole.length
  }
  return joined([...parts, { text: text.slice(from) }])
}

function parseCents(amount: string): number {
  const [units = '', decimals = ''] = amount.split(',')
  return Number(units) * 100 + Number(decimals.padEnd(2, '0'))
}

function withComma(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',')
}
