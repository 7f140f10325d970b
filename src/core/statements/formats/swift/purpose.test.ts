import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCoded } from './purpose.ts'

const NARRATIVES: [string, string | null][] = [
  [
    '116?00SEPA-UEBERWEISUNG?109301?20EREF+NOTPROVIDED?21SVWZ+RG 9380 ?22SKONTO?30BYLADEM1ABC?31DE0212?32HOLZHANDEL KG',
    'HOLZHANDEL KG RG 9380 SKONTO',
  ],
  ['020~00PRZELEW~20Faktura 12/2026~32Zakład Łąkowy', 'Zakład Łąkowy Faktura 12/2026'],
  ['?00GEBUEHREN?109310', 'GEBUEHREN'],
  // A part of 27 characters is cut anywhere.
  ['166?00X?20ABCDEFGHIJKLMNOPQRSTUVWXYZA?21B END', 'ABCDEFGHIJKLMNOPQRSTUVWXYZAB END'],
  ['105?00LASTSCHRIFT?20EREF+1 MREF+2 CRED+3?32STADTWERKE', 'STADTWERKE'],
  ['166?00X?20KREF+TFNR 12', 'KREF+TFNR 12'],
  ['PLAIN WORDS? 20', null],
]

for (const [narrative, purpose] of NARRATIVES)
  test(`of "${narrative}" the name and the purpose are read`, () => {
    assert.equal(readCoded(narrative)?.replace(/\s+/g, ' ') ?? null, purpose)
  })
