import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadingHints, Statement } from '../statement.ts'
import { listReviewCauses } from '../table/doubts/review-causes.ts'
import { readBai2 } from './bai2/bai2.ts'
import { readCsv } from './csv.ts'
import { readHtml } from './html/html.ts'
import { readJson } from './json/json.ts'
import { readOfx } from './ofx/ofx.ts'
import type { TabularReading } from './tabular.ts'

const HINTS: ReadingHints = { filename: 'export.csv' }

function csv(...lines: string[]): TabularReading {
  return readCsv(new TextEncoder().encode(lines.join('\n')), HINTS)
}

function rows({ statements }: TabularReading): string[] {
  return statements.flatMap((statement) =>
    statement.rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
  )
}

function causes({ problems }: TabularReading): string[] {
  return listReviewCauses([], problems)
}

const LANGUAGES: [name: string, header: string, currency: string][] = [
  ['Polish', 'Data operacji;Opis operacji;Kwota;Saldo po operacji', 'PLN'],
  ['Czech', 'Datum zaúčtování;Popis;Částka;Zůstatek', 'CZK'],
  ['Hungarian', 'Könyvelés dátuma;Közlemény;Összeg;Egyenleg', 'HUF'],
  ['Romanian', 'Data tranzacției;Detalii tranzacție;Suma tranzacției;Sold', 'RON'],
  ['Swedish', 'Bokföringsdag;Rubrik;Belopp;Saldo', 'SEK'],
  ['Danish', 'Bogført dato;Tekst;Beløb;Saldo', 'DKK'],
  ['Finnish', 'Kirjauspäivä;Selite;Määrä;Saldo', 'EUR'],
  ['Latvian', 'Datums;Informācija saņēmējam;Summa;Atlikums', 'EUR'],
  ['Turkish', 'İşlem tarihi;Açıklama;Tutar;Bakiye', 'TRY'],
  ['Russian', 'Дата операции;Назначение платежа;Сумма;Остаток', 'RUB'],
  ['Greek', 'Ημερομηνία;Αιτιολογία;Ποσό;Υπόλοιπο', 'EUR'],
  ['Hebrew', 'תאריך;תיאור;סכום;יתרה', 'ILS'],
  ['Japanese', '取引日;摘要;取引金額;残高', 'JPY'],
  ['Chinese', '交易日期;摘要;交易金额;账户余额', 'CNY'],
  ['Korean', '거래일자;적요;거래금액;거래후잔액', 'KRW'],
  ['Thai', 'วันที่;รายการ;จำนวนเงิน;ยอดคงเหลือ', 'THB'],
  ['Vietnamese', 'Ngày giao dịch;Diễn giải;Số tiền;Số dư', 'VND'],
  ['Indonesian', 'Tanggal;Keterangan;Jumlah;Saldo akhir', 'IDR'],
]

for (const [name, header, currency] of LANGUAGES) {
  test(`headings in ${name} name their columns, and their currency is not USD`, () => {
    const reading = csv(header, '13.03.2026;A;-100;900', '14.03.2026;B;50;950')
    const [statement] = reading.statements
    assert.equal(statement!.currency, currency)
    const unit = ['JPY', 'KRW', 'VND'].includes(currency) ? 1 : 100
    assert.deepEqual(rows(reading), [`2026-03-13 ${-100 * unit} A`, `2026-03-14 ${50 * unit} B`])
    assert.equal(statement!.rows[1]!.balance, 950 * unit)
  })
}

test('balances and totals around the rows are checks and never transactions', () => {
  const reading = csv(
    'Kontonummer;DE12500000000048210773',
    'Datum;Text;Soll;Haben;Saldo',
    ';Anfangssaldo;;;1.000,00',
    '13.03.2026;Miete;400,00;;600,00',
    '14.03.2026;Zahlung;;250,00;850,00',
    ';Umsatztotal;400,00;250,00;',
    ';Endsaldo;;;850,00',
  )
  const [statement] = reading.statements
  assert.deepEqual(rows(reading), ['2026-03-13 -40000 Miete', '2026-03-14 25000 Zahlung'])
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [100_000, 85_000])
  assert.deepEqual(statement!.printedTotals.debits, 40_000)
})

test('rows typed as opening, turnover and closing by their words and D or K are checks', () => {
  const reading = csv(
    '"Klienta konts";"Datums";"Informācija saņēmējam";"Summa";"Valūta";"Debets/Kredīts";',
    '"LV80OZOL0000435195001";"01.03.2026";"Sākuma atlikums";"2103,45";"EUR";"K";',
    '"LV80OZOL0000435195001";"02.03.2026";"Komisija";"2,71";"EUR";"D";',
    '"LV80OZOL0000435195001";"13.03.2026";"Maksājums";"947,31";"EUR";"K";',
    '"LV80OZOL0000435195001";"30.04.2026";"Apgrozījums";"2,71";"EUR";"D";',
    '"LV80OZOL0000435195001";"30.04.2026";"Beigu atlikums";"3048,05";"EUR";"K";',
  )
  const [statement] = reading.statements
  assert.deepEqual(rows(reading), ['2026-03-02 -271 Komisija', '2026-03-13 94731 Maksājums'])
  assert.deepEqual([statement!.openingBalance, statement!.closingBalance], [210_345, 304_805])
})

test('a debit column of the other sense is turned when the balances say so', () => {
  const reading = csv(
    'Date,Description,Debit (NZD),Credit (NZD),Running Balance (NZD)',
    '13-Mar-26,Receive,100.00,,1100.00',
    '14-Mar-26,Spend,,40.00,1060.00',
    '15-Mar-26,Spend,,10.00,1050.00',
  )
  assert.deepEqual(
    rows(reading).map((row) => row.split(' ')[1]),
    ['10000', '-4000', '-1000'],
  )
})

test('a direction that only words give is read, the first row by its own word', () => {
  const reading = csv(
    'Date,Transaction Type,Description,Amount,Balance',
    '02/15/2026,Withdrawal,FEE,$19.34,$80.66',
    '02/12/2026,Deposit,PAY,$50.00,$100.00',
    '02/10/2026,Debit Card,SHOP,$25.00,$50.00',
    '02/02/2026,Withdrawal,RENT,$25.00,$75.00',
  )
  assert.deepEqual(
    rows(reading).map((row) => row.split(' ')[1]),
    ['-1934', '5000', '-2500', '-2500'],
  )
  assert.deepEqual(causes(reading), [])
})

test('a day that no month has counts on its last day and stops a person', () => {
  const reading = csv('Datum;Text;Betrag EUR', '17.02.2026;A;-1,00', '31.02.2026;B;-2,00')
  assert.deepEqual(rows(reading), ['2026-02-17 -100 A', '2026-02-28 -200 B'])
  assert.deepEqual(causes(reading), ['date_clamped'])
})

test('four decimals round half to even, and say so', () => {
  const reading = csv(
    'Value Date,Details,Amount (USD)',
    '2026-03-02,A,12.3450',
    '2026-03-03,B,-1.3350',
    '2026-03-04,C,88.2351',
  )
  assert.deepEqual(
    rows(reading).map((row) => row.split(' ')[1]),
    ['1234', '-134', '8824'],
  )
  assert.deepEqual([...new Set(reading.problems.map(({ code }) => code))], ['amount_rounded'])
})

test('two accounts in one file are two statements, by blocks, by group lines, by a column', () => {
  const blocks = csv(
    'Current Account,20-45-18 73310482',
    'Currency,GBP',
    'Date,Narrative,Paid out,Paid in,Balance',
    '13-Mar-26,A,10.00,,90.00',
    'Closing balance,90.00',
    'Euro Account,20-45-18 73310966',
    'Currency,EUR',
    'Date,Narrative,Paid out,Paid in,Balance',
    '14-Mar-26,B,,5.00,15.00',
  )
  assert.deepEqual(
    blocks.statements.map((each) => [each.accountLast4, each.currency]),
    [
      ['0482', 'GBP'],
      ['0966', 'EUR'],
    ],
  )
  const groups = csv(
    'Account,Date,Transaction Type,Memo/Description,Amount,Balance',
    'Operating Checking x4410,,,,,"6,400.00"',
    ',03/13/2026,Check,CHECK 3645,-109.64,"6,290.36"',
    'Total for Operating Checking x4410,,,,-109.64,',
    'Savings x9023,,,,,"1,550.00"',
    ',03/14/2026,Deposit,INTEREST,1.50,"1,551.50"',
  )
  assert.deepEqual(
    groups.statements.map((each) => [each.accountLast4, each.openingBalance, each.rows.length]),
    [
      ['4410', 640_000, 1],
      ['9023', 155_000, 1],
    ],
  )
})

test('a payment that was refused or taken back is no transaction, a pending one is marked', () => {
  const reading = csv(
    'Date,Description,Amount,Currency,State',
    '2026-03-13,A,-1.00,GBP,COMPLETED',
    '2026-03-14,B,-2.00,GBP,REVERTED',
    '2026-03-15,C,-3.00,GBP,PENDING',
  )
  const [statement] = reading.statements
  assert.deepEqual(
    statement!.rows.map(({ description, isPending }) => [description, isPending]),
    [
      ['A', false],
      ['C', true],
    ],
  )
  assert.match(statement!.choices.join(), /REVERTED/)
})

const OTHER_LISTS: [name: string, ...lines: string[]][] = [
  ['time sheet', 'Date,Employee,Job,Hours,Overtime', '2026-03-02,T. Alvarez,Job 410,8,1.25'],
  ['price list', 'Valid from,Article No.,Description,Unit,Price net', '2026-03-01,1,Plank,m,4.80'],
  ['list of invoices', 'Invoice No,Date,Due Date,Amount', '1001,2026-03-01,2026-03-31,500.00'],
  ['list of prices of shares', 'Date,High,Low,Close,Volume', '2026-03-02,10.5,9.9,10.2,1000'],
]

for (const [name, ...lines] of OTHER_LISTS) {
  test(`a ${name} is refused with its headings`, () => {
    const { failure, statements } = csv(...lines)
    assert.deepEqual([failure?.code, statements], ['no_transactions', []])
    assert.match(failure!.message, /its columns are/)
  })
}

test('dates that no row, head or country decides stop a person', () => {
  const reading = csv(
    'Date,Description,Amount,Currency',
    '01/04/2026,A,-1,CAD',
    '02/05/2026,B,-2,CAD',
  )
  assert.ok(causes(reading).includes('ambiguous_dates'))
  const british = csv(
    'Date,Description,Amount,Currency',
    '01/04/2026,A,-1,GBP',
    '02/05/2026,B,-2,GBP',
  )
  assert.ok(!causes(british).includes('ambiguous_dates'))
})

test('days as serial numbers, and columns that blanks alone part, are read', () => {
  assert.deepEqual(rows(csv('Date,Details,Out,In', '46085,A,1.00,', '46087,B,,2.00')), [
    '2026-03-04 -100 A',
    '2026-03-06 200 B',
  ])
  const fixed = csv(
    'DATE        DESCRIPTION          DEBIT    CREDIT',
    '03/13/2026  CHECK 1042          100.00',
    '03/15/2026  ACH CREDIT ACME            1,200.00',
  )
  assert.deepEqual(rows(fixed), [
    '2026-03-13 -10000 CHECK 1042',
    '2026-03-15 120000 ACH CREDIT ACME',
  ])
})

test('tables of other alphabets are read in the encoding of their banks', () => {
  // 日付,摘要,金額 in Shift_JIS
  const head = [0x93, 0xfa, 0x95, 0x74, 0x2c, 0x93, 0x45, 0x97, 0x76, 0x2c, 0x8b, 0xe0, 0x8a, 0x7a]
  const bytes = [...head, ...new TextEncoder().encode('\n2026/03/02,ATM,-5000\n')]
  assert.deepEqual(rows(readCsv(Uint8Array.from(bytes), HINTS)), ['2026-03-02 -5000 ATM'])
})

test('a file that ends inside a quoted cell, or before its end tag, stops a person', () => {
  const cut = csv('Date,Description,Amount (USD)', '03/13/2026,"A",-1.00', '03/14/2026,"POS RE')
  assert.ok(causes(cut).includes('truncated_statement'))
  const ofx =
    'OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>' +
    '<STMTTRN><DTPOSTED>20260313<TRNAMT>-1.00<NAME>A'
  const reading = readOfx(new TextEncoder().encode(ofx), HINTS)
  assert.ok(causes(reading).includes('truncated_statement'))
})

test('tables within tables of a page are read, and a page without rows is refused', () => {
  const page = (body: string) => readHtml(new TextEncoder().encode(`<html><body>${body}`), HINTS)
  const reading = page(
    '<table><tr><td><table><tr><td>Cuenta:</td><td>ES91 2100 0418 4502 0005 7788</td></tr></table></td></tr>' +
      '<tr><td><table><tr><th>Fecha</th><th>Concepto</th><th>Importe</th></tr>' +
      '<tr><td>13/03/2026<td>N&Oacute;MINA<td>1.859,22&nbsp;&euro;</tr></table></td></tr></table>',
  )
  assert.deepEqual(rows(reading), ['2026-03-13 185922 NÓMINA'])
  assert.equal(reading.statements[0]!.accountLast4, '7788')
  assert.equal(page('<table><tr><td>Sign in</td></tr></table>').failure?.code, 'no_transactions')
})

test('nested values, booked and pending lists and cents of JSON are read', () => {
  const json = (value: unknown) => readJson(new TextEncoder().encode(JSON.stringify(value)), HINTS)
  const booking = (amount: string, day: string) => ({
    bookingDate: day,
    transactionAmount: { amount, currency: 'EUR' },
    remittanceInformationUnstructured: 'A',
  })
  const open = json({
    account: { iban: 'ES9121000418450200051332' },
    transactions: {
      booked: [booking('-1.50', '2026-03-13')],
      pending: [booking('-9', '2026-03-14')],
    },
  })
  const [statement] = open.statements
  assert.deepEqual([statement!.accountLast4, statement!.currency], ['1332', 'EUR'])
  assert.deepEqual(
    statement!.rows.map(({ amount, isPending }) => [amount, isPending]),
    [
      [-150, false],
      [-900, true],
    ],
  )
  const item = (minorUnits: number, direction: string) => ({
    amount: { currency: 'GBP', minorUnits },
    direction,
    transactionTime: '2026-03-13T10:00:00Z',
    counterPartyName: 'A',
  })
  assert.deepEqual(rows(json({ feedItems: [item(1250, 'OUT'), item(5, 'IN')] })), [
    '2026-03-13 -1250 A',
    '2026-03-13 5 A',
  ])
  const whole = [510, 679, 5001].map((amount) => ({ amount, date: '2026-03-13', currency: 'GBP' }))
  assert.ok(causes(json(whole)).includes('ambiguous_amounts'))
})

test('all records of a BAI2 file may stand on one line', () => {
  const line =
    '01,071000999,CLIENT01,260316,0530,1,80,,2/02,CLIENT01,071000999,1,260316,,USD,2/' +
    '03,4410077336,USD,010,+1000,,,015,+900,,/16,475,100,0,REF1,,CHECK 12/49,2000,3/98,2000,1,5/99,2000,1,7/'
  const reading = readBai2(new TextEncoder().encode(line), HINTS)
  assert.deepEqual(rows(reading), ['2026-03-16 -100 CHECK 12'])
  assert.deepEqual(reading.problems, [])
})

test('a sum that is placed on hold moves nothing', () => {
  const { statements } = csv(
    'Date,Name,Type,Status,Currency,Net,Balance,Balance Impact',
    '2026-04-02,Ryan Odell,Payment,Completed,USD,61.95,472.17,Credit',
    '2026-04-03,Ryan Odell,Hold,Placed,USD,-30.00,472.17,Memo',
    '2026-04-06,Parcelwren,Bill,Completed,USD,-18.35,453.82,Debit',
  )
  assert.deepEqual(
    statements[0]!.rows.map(({ amount }) => amount),
    [6195, -1835],
  )
})

test('purchases, credits and the balance owed of a card are read under French heads', () => {
  const { statements } = csv(
    "Carte;Date de l'opération;Détail;Achats ($ CA);Paiements et crédits ($ CA);Solde dû ($ CA)",
    'VISA OR **** 6027;2025-12-18;ÉPICERIE DU COIN;64,87;;453,07',
    'VISA OR **** 6027;2025-12-22;MEUBLES LAFORÊT;1 299,00;;1 752,07',
    'VISA OR **** 6027;2025-12-27;RETOUR MEUBLES;;214,55;1 537,52',
  )
  const [{ openingBalance, closingBalance, accountLast4, rows }] = statements as [Statement]
  assert.deepEqual(
    rows.map(({ amount }) => amount),
    [-6487, -129_900, 21_455],
  )
  assert.deepEqual([openingBalance, closingBalance, accountLast4], [null, null, '6027'])
})

test('a list that a core system printed into a file is read as print where its figures prove it', () => {
  const head = [
    'ACCT NO: 77-3301-5528   HOLLOW OAK FEED   16DEC25 THRU 15JAN26',
    '--------------------------------------------------------------',
    'POST   EFF     DESCRIPTION              AMOUNT         BALANCE',
  ]
  const { statements } = csv(
    'CHIPPEWA VALLEY MEMBERS CREDIT UNION',
    ...head,
    '               PREVIOUS BALANCE                       5,310.27',
    '17DEC  17DEC   ACH PULL INSURANCE       412.66-       4,897.61',
    '               POLICY 88-1172',
    '               CARRIED FORWARD                        4,897.61',
    '\f',
    ...head,
    '               BROUGHT FORWARD                        4,897.61',
    '02JAN  02JAN   TRANSFER FROM SHARE    3,120.00        8,017.61',
    '               NEW BALANCE                            8,017.61',
  )
  const [{ openingBalance, accountLast4, rows }] = statements as [Statement]
  assert.deepEqual(
    rows.map(({ date, amount, description }) => [date, amount, description]),
    [
      ['2025-12-17', -41_266, 'ACH PULL INSURANCE POLICY 88-1172'],
      ['2026-01-02', 312_000, 'TRANSFER FROM SHARE'],
    ],
  )
  assert.deepEqual([openingBalance, accountLast4], [531_027, '5528'])
})
