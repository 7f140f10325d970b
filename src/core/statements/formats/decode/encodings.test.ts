import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './decode-text.ts'
import { SINGLE_BYTE, type Encoding } from './encodings.ts'

const TEXTS: [Encoding, string][] = [
  ['windows-1250', 'Przelew wychodzący Żabka Łąkowy PLN'],
  ['windows-1250', 'Příchozí platba přes účet CZK'],
  ['windows-1250', 'Kötelező biztosítás, élelmiszer HUF'],
  ['iso-8859-2', 'Przelew wychodzący Żabka świąt'],
  ['windows-1251', 'Оплата товаров RUB'],
  ['ibm866', 'Оплата услуг связи'],
  ['windows-1253', 'Πληρωμή λογαριασμού'],
  ['windows-1254', 'Havale gönderilen Şişli ödeme TRY'],
  ['windows-1255', 'העברה לחשבון ILS'],
  ['windows-1252', 'Prélèvement crédit à la consommation, naïve'],
  ['windows-1252', 'Überweisung Müller Straße'],
  ['windows-1252', 'Ação não pão São João, ¿qué? Nº 3'],
  ['windows-1252', 'Smørrebrød på Åbenrå'],
]

/** The bytes of a text in an encoding of one byte a letter, by trying each byte. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const letters = Array.from({ length: 256 }, (_, byte) =>
    new TextDecoder(encoding).decode(new Uint8Array([byte])),
  )
  return new Uint8Array([...text].map((letter) => letters.indexOf(letter)))
}

for (const [encoding, text] of TEXTS)
  test(`"${text}" in ${encoding} is read as it was written`, () => {
    assert.ok(SINGLE_BYTE.includes(encoding as (typeof SINGLE_BYTE)[number]))
    assert.equal(decodeText(encode(text, encoding)), text)
  })
