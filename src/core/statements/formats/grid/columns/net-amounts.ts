import type { Column } from './header.ts'

// fee   fees and taxes   commission (incl vat)
const FEE = /^(?:fees?|commissions?|gebuhr(?:en)?|frais|comision(?:es)?|commissioni)(?: |$)/

/** Whether a list has money less its fee in a column of its own, as processors of payments do. */
export function listsNet(all: readonly Column[]): boolean {
  return all.some(({ name }) => FEE.test(name)) && all.some(isNet)
}

/** Of gross, fee and net the net is the amount, which is what the balance moves by. */
export function preferNet(all: readonly Column[]): Column[] {
  return listsNet(all)
    ? all.map((column) => (isNet(column) ? { ...column, rank: 0 } : column))
    : [...all]
}

function isNet({ name, role }: Column): boolean {
  return role === 'amount' && name.startsWith('net')
}
