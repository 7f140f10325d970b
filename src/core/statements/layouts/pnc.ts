import type { Layout } from '../layout.ts'

/** Amounts stand before descriptions, and deductions are grouped by how they were ordered. */
export const PNC: Layout = {
  id: 'pnc',
  bank: 'PNC Bank',
  recognize: [
    // `Deposits and Other Additions`
    /^Deposits and Other Additions\b/i,
    // `Online and Electronic Banking Deductions`, `Banking/Debit Card Withdrawals and Purchases`
    /^(?:Online and Electronic Banking Deductions|Banking\/(?:Debit|Check) Card Withdrawals)\b/,
  ],
  vocabulary: {
    sections: {
      withdrawals: [
        'online and electronic banking deductions',
        'electronic and online banking deductions',
        'banking/debit card withdrawals and purchases',
        'banking/check card withdrawals and purchases',
      ],
    },
  },
}
