import type { Vocabulary } from './vocabulary.ts'

/** Spanish, as printed in Spain, Mexico and Puerto Rico. */
export const SPANISH: Vocabulary = {
  language: 'es',
  months: {
    ene: 1, enero: 1, feb: 2, febrero: 2, mar: 3, marzo: 3, abr: 4, abril: 4, may: 5, mayo: 5, jun: 6,
    junio: 6, jul: 7, julio: 7, ago: 8, agosto: 8, sep: 9, septiembre: 9, oct: 10, octubre: 10, nov: 11,
    noviembre: 11, dic: 12, diciembre: 12,
  }, // prettier-ignore
  columns: {
    date: ['fecha', 'fecha operacion', 'fecha de operacion', 'f. operacion'],
    postDate: ['fecha valor', 'valor', 'f. valor'],
    description: ['descripcion', 'concepto', 'detalle', 'movimiento', 'transaccion'],
    amount: ['importe', 'monto', 'cantidad', 'importe eur'],
    debit: ['cargo', 'cargos', 'retiros', 'debe', 'debito', 'debitos', 'retiro'],
    credit: ['abono', 'abonos', 'depositos', 'haber', 'credito', 'creditos', 'deposito'],
    balance: ['saldo', 'balance', 'saldo eur'],
    ignored: ['referencia', 'oficina', 'divisa'],
  },
  figures: {
    opening: ['saldo inicial', 'saldo anterior', 'balance inicial', 'balance anterior', 'saldo de apertura'],
    closing: ['saldo final', 'saldo actual', 'balance final', 'nuevo saldo', 'saldo de cierre'],
    totalCredits: ['total abonos', 'total depositos', 'total de abonos', 'total creditos'],
    totalDebits: ['total cargos', 'total retiros', 'total de cargos', 'total debitos'],
    averageBalance: ['saldo promedio', 'saldo medio'],
    other: ['saldo minimo', 'limite de credito', 'pago minimo'],
  },
  sections: {
    deposits: ['depositos', 'abonos', 'depositos y creditos'],
    withdrawals: ['retiros', 'cargos', 'retiros y debitos'],
    checks: ['cheques', 'cheques pagados'],
    fees: ['comisiones', 'cargos por servicio'],
    activity: ['movimientos', 'detalle de movimientos'],
  },
  sectionWords: {
    deposits: ['depositos', 'abonos'],
    withdrawals: ['retiros', 'cargos'],
    fees: ['comisiones'],
  },
  totals: ['total', 'totales', 'subtotal', 'suma'],
  period: ['periodo', 'del', 'desde', 'periodo del'],
  statementDate: ['fecha de corte', 'fecha del estado', 'fecha de emision'],
  until: ['al', 'a', 'hasta'],
  accountNumber: ['numero de cuenta', 'cuenta', 'no de cuenta', 'no. de cuenta'],
  routingNumber: ['numero de ruta'],
  holder: ['titular', 'nombre', 'cliente'],
  accountTypes: {
    checking: ['cuenta corriente', 'cuenta de cheques'],
    savings: ['cuenta de ahorros', 'ahorro'],
    credit_card: ['tarjeta de credito', 'pago minimo'],
  },
  institutions: ['banco', 'caja', 'banca'],
  documentTitles: ['estado de cuenta', 'extracto', 'extracto bancario'],
}
