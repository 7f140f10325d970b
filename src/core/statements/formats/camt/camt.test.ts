import assert from 'node:assert/strict'
import { test } from 'node:test'
import { camt } from '../../../../../test/export-files.ts'
import type { TabularReading } from '../tabular.ts'
import { readCamt } from './camt.ts'

function read(text: string): TabularReading {
  return readCamt(new TextEncoder().encode(text), { filename: 'a.xml' })
}

const NO_ROWS = { account: 'DE02120300000000202051', opening: 10_000, rows: [] }

function entry(amount: string, more = '', kind = 'CRDT'): string {
  return `<Ntry>${amount}<CdtDbtInd>${kind}</CdtDbtInd>${more}<BookgDt><Dt>2025-01-03</Dt></BookgDt></Ntry>`
}

const TEN = '<Amt Ccy="EUR">10.00</Amt>'

test('a reversal already says which way the money goes', () => {
  const { statements } = read(
    camt(NO_ROWS, entry(TEN, '<RvslInd>true</RvslInd><Sts>BOOK</Sts>', 'DBIT')),
  )
  assert.deepEqual(
    statements[0]!.rows.map(({ amount, lineText }) => [amount, lineText]),
    [[-1000, 'reversal']],
  )
})

test('a reversal names the party of the payment that it takes back, as any other entry names its own', () => {
  const parties = (body: string): string =>
    `<NtryDtls><TxDtls><RltdPties>${body}</RltdPties></TxDtls></NtryDtls>`
  const to = parties('<Cdtr><Pty><Nm>Ziggo</Nm></Pty></Cdtr>')
  const from = parties('<Dbtr><Pty><Nm>Bakker</Nm></Pty></Dbtr>')
  const words = (kind: string, more: string): string =>
    read(camt(NO_ROWS, entry(TEN, more, kind))).statements[0]!.rows[0]!.description
  assert.equal(words('CRDT', `<RvslInd>true</RvslInd>${to}`), 'Ziggo')
  // Some banks turn the parties as well.
  assert.equal(words('CRDT', `<RvslInd>true</RvslInd>${from}`), 'Bakker')
  assert.equal(words('DBIT', `<RvslInd>true</RvslInd>${from}`), 'Bakker')
  assert.equal(words('CRDT', from), 'Bakker')
  assert.equal(words('CRDT', to), '')
})

test('what is not booked is pending, in the words of old and new versions', () => {
  const states = [
    '<Sts>BOOK</Sts>',
    '<Sts><Cd>BOOK</Cd></Sts>',
    '<Sts>PDNG</Sts>',
    '<Sts><Cd>PDNG</Cd></Sts>',
    '<Sts>INFO</Sts>',
  ]
  const { statements } = read(camt(NO_ROWS, states.map((state) => entry(TEN, state)).join('')))
  assert.deepEqual(
    statements[0]!.rows.map(({ isPending }) => isPending),
    [false, false, true, true, true],
  )
})

test('a batch is the one row that the bank booked, and its payments must add up to it', () => {
  const payment = (cents: string, name: string) =>
    `<TxDtls><Amt Ccy="EUR">${cents}</Amt><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties></TxDtls>`
  const batch = (last: string) =>
    entry(
      TEN,
      `<Sts>BOOK</Sts><NtryDtls>${payment('4.00', 'A &amp; B')}${payment(last, 'C')}</NtryDtls>`,
    )
  const right = read(camt(NO_ROWS, batch('6.00')))
  assert.deepEqual(
    right.statements[0]!.rows.map(({ amount, description }) => [amount, description]),
    [[1000, 'A & B; C']],
  )
  assert.deepEqual(right.problems, [])
  const [wrong] = read(camt(NO_ROWS, batch('5.00'))).problems
  assert.equal(wrong!.code, 'batch_mismatch')
  assert.match(wrong!.message, /1000.*900/)
})

test('entries without a day, a side or an exact amount are named, the others kept', () => {
  const bad = [
    entry('<Amt Ccy="EUR">ten</Amt>'),
    entry('<Amt Ccy="JPY">1.50</Amt>'),
    entry(TEN, '', 'X'),
    entry(TEN).replace('2025-01-03', '2025-02-30'),
    entry(''),
  ]
  const { statements, problems } = read(camt(NO_ROWS, [...bad, entry(TEN)].join('')))
  assert.deepEqual(
    statements[0]!.rows.map(({ amount }) => amount),
    [1000],
  )
  assert.deepEqual(
    problems.map(({ code, where }) => `${code} ${where}`),
    [1, 2, 3, 4, 5].map((at) => `invalid_row entry ${at} of statement 1`),
  )
})

test('an account with balances in two currencies is a statement in each', () => {
  const balance = (type: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2025-01-31</Dt></Dt></Bal>`
  const { statements, problems } = read(
    camt(
      NO_ROWS,
      balance('OPBD', '5') +
        balance('CLBD', '12.50') +
        entry('<Amt Ccy="USD">7.50</Amt>') +
        entry(TEN),
    ),
  )
  assert.deepEqual(
    statements.map((one) => [
      one.currency,
      one.openingBalance,
      one.closingBalance,
      one.rows.length,
    ]),
    [
      ['EUR', 10_000, 10_000, 1],
      ['USD', 500, 1250, 1],
    ],
  )
  assert.deepEqual(problems, [])
})

test('an entry in a currency of its own is kept in it and named', () => {
  const { statements, problems } = read(camt(NO_ROWS, entry('<Amt Ccy="JPY">1500</Amt>')))
  assert.deepEqual(
    statements[0]!.rows.map(({ amount, currency }) => [amount, currency]),
    [[1500, 'JPY']],
  )
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['mixed_currencies'],
  )
})

test('reports and notifications are read as statements are', () => {
  for (const [container, part] of [
    ['BkToCstmrAcctRpt', 'Rpt'],
    ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  ] as const) {
    const text = camt(NO_ROWS, entry(TEN))
      .replaceAll('BkToCstmrStmt', container)
      .replaceAll('<Stmt>', `<${part}>`)
      .replaceAll('</Stmt>', `</${part}>`)
    assert.equal(read(text).statements[0]!.rows.length, 1)
  }
})

test('a namespace prefix changes nothing', () => {
  const text = camt(NO_ROWS, entry(TEN)).replace(/<(\/?)(?=[A-Z])/g, '<$1ns2:')
  assert.equal(read(text).statements[0]!.rows[0]!.amount, 1000)
})

test('a reference for machines stands for the words only where there are none', () => {
  const party = '<RltdPties><Cdtr><Pty><Nm>Werkstatt AG</Nm></Pty></Cdtr></RltdPties>'
  const reference = '<RmtInf><Strd><CdtrRefInf><Ref>21000000003</Ref></CdtrRefInf></Strd></RmtInf>'
  const described = (detail: string): string[] =>
    read(
      camt(NO_ROWS, entry(TEN, `<NtryDtls><TxDtls>${detail}</TxDtls></NtryDtls>`, 'DBIT')),
    ).statements[0]!.rows.map(({ description }) => description)
  assert.deepEqual(described(party + reference), ['Werkstatt AG'])
  assert.deepEqual(described(reference), ['21000000003'])
})

test('the holder is never the other party of a reversal, on whichever side he is named', () => {
  const party = (side: string, name: string): string =>
    `<${side}><Pty><Nm>${name}</Nm></Pty></${side}>`
  const reversal = (debtor: string, creditor: string): string =>
    `<RltdPties>${party('Dbtr', debtor)}${party('Cdtr', creditor)}</RltdPties>`
  const described = (parties: string): string | undefined => {
    const detail = `<RvslInd>true</RvslInd><NtryDtls><TxDtls>${parties}</TxDtls></NtryDtls>`
    const text = camt(NO_ROWS, entry(TEN, detail, 'CRDT'))
    const owned = text.replace('<Acct>', '<Acct><Ownr><Nm>Muster Holz AG</Nm></Ownr>')
    return read(owned).statements[0]!.rows[0]?.description
  }
  assert.equal(described(reversal('Muster Holz AG', 'Energie AG')), 'Energie AG')
  assert.equal(described(reversal('Energie AG', 'Muster Holz AG')), 'Energie AG')
})
