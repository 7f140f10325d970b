import type { Problem } from '../../../values/problem.ts'
import { readAccountHead } from './account.ts'
import { splitFields, parseNumber, type Bai2Record } from './records.ts'
import type { Bai2Account, Bai2File, Bai2Group } from './tree.ts'

interface Control {
  what: string
  declared: string | undefined
  actual: number
}

/**
 * Problems with the control totals and counts of a file (BAI2 specification): a missing trailer, or
 * one whose sum or number of records, accounts or groups differs. A level is checked against what
 * the level below declares, so that one wrong figure is reported once, where it is.
 */
export function checkControls(file: Bai2File): Problem[] {
  return [
    ...file.children.flatMap((group) => [
      ...group.children.flatMap(checkAccount),
      ...checkGroup(group),
    ]),
    ...checkFile(file),
  ]
}

function checkAccount(account: Bai2Account): Problem[] {
  return check('account', account.header, account.trailer, [
    { what: 'control total', declared: getTotal(account), actual: sumOfAccount(account) },
    {
      what: 'number of records',
      declared: getTrailerField(account, 1),
      actual: account.recordCount,
    },
  ])
}

function checkGroup(group: Bai2Group): Problem[] {
  const sum = sumNumbers(
    group.children.map((account) => declaredOr(account, sumOfAccount(account))),
  )
  return check('group', group.header, group.trailer, [
    { what: 'control total', declared: getTotal(group), actual: sum },
    {
      what: 'number of accounts',
      declared: getTrailerField(group, 1),
      actual: group.children.length,
    },
    { what: 'number of records', declared: getTrailerField(group, 2), actual: group.recordCount },
  ])
}

function checkFile(file: Bai2File): Problem[] {
  const sum = sumNumbers(
    file.children.map((group) =>
      declaredOr(
        group,
        sumNumbers(group.children.map((account) => declaredOr(account, sumOfAccount(account)))),
      ),
    ),
  )
  return check('file', file.header, file.trailer, [
    { what: 'control total', declared: getTotal(file), actual: sum },
    { what: 'number of groups', declared: getTrailerField(file, 1), actual: file.children.length },
    { what: 'number of records', declared: getTrailerField(file, 2), actual: file.recordCount },
  ])
}

function check(
  name: string,
  header: Bai2Record,
  ...[trailer, controls]: [Bai2Record | null, Control[]]
): Problem[] {
  if (!trailer) {
    const message = `The ${name} that begins on line ${header.line} has no trailer; it may be cut short.`
    return [{ code: 'truncated_statement', where: `line ${header.line}`, message }]
  }
  return controls.flatMap(({ what, declared, actual }) => {
    if (parseNumber(declared) === actual) return []
    const message = `The ${what} of the ${name} should be ${declared || 'stated'} and is ${actual}.`
    return [{ code: 'control_total_mismatch', where: `line ${trailer.line}`, message }]
  })
}

/** Amounts of the account record and its details; what is spread over days counts once. */
function sumOfAccount(account: Bai2Account): number {
  const details = account.children.map((record) => parseNumber(splitFields(record)[1]) ?? 0)
  return readAccountHead(account.header).sum + sumNumbers(details)
}

interface Totalled {
  trailer: Bai2Record | null
}

function declaredOr(part: Totalled, computed: number): number {
  return parseNumber(getTotal(part)) ?? computed
}

function getTotal(part: Totalled): string | undefined {
  return getTrailerField(part, 0)
}

function getTrailerField({ trailer }: Totalled, index: number): string | undefined {
  return trailer ? splitFields(trailer)[index] : undefined
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
