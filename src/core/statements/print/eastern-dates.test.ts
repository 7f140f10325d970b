import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../test/print-block.ts'
import { withWesternDates } from './eastern-dates.ts'

function read(block: string): string[] {
  return withWesternDates(print(block)).map(({ text }) => text.replaceAll(/ +/g, ' '))
}

test('years of an era are counted from its first, in written and in short dates', () => {
  assert.deepEqual(read(`対象期間 令和8年2月1日 ～ 令和8年3月31日\n08-02-03 ATM`), [
    '対象期間 2026-02-01 ～ 2026-03-31',
    '2026-02-03 ATM',
  ])
  assert.deepEqual(read('発行日 平成31年4月30日'), ['発行日 2019-04-30'])
})

test('a short date padded with blanks is one date', () => {
  assert.deepEqual(read(`作成日 令和8年8月3日\n 8- 6- 3 現金\n 8- 6-10 現金`), [
    '作成日 2026-08-03',
    '2026-06-03 現金',
    '2026-06-10 現金',
  ])
})

test('without an era a short date beside written ones begins with its year', () => {
  assert.deepEqual(read(`기간 2026년 2월 1일\n26/02/03 ATM`), ['기간 2026-02-01', '2026-02-03 ATM'])
})

test('print without written dates stays as it is, and no month has a number above twelve', () => {
  assert.deepEqual(read('03/02/26 Fuel'), ['03/02/26 Fuel'])
  assert.deepEqual(read(`2026年2月1日\n08-13-03 ATM`), ['2026-02-01', '08-13-03 ATM'])
})
