// prettier-ignore
export type ColumnRole =
  | 'date' | 'description' | 'amount' | 'debit' | 'credit' | 'balance' | 'type' | 'currency'
  | 'account' | 'accountType' | 'card' | 'check' | 'reference' | 'status' | 'category' | 'other'

/**
 * A column is named by a phrase of this entry; of two columns with one role the lower rank wins.
 */
export interface HeaderWords {
  role: ColumnRole
  rank: number
  phrases: string[]
}

/**
 * Column headings of bank exports as `plainWords` (English, German, French, Spanish, Portuguese,
 * Dutch, Italian). A heading that equals a phrase is decided first; else the first entry of the
 * list that has a phrase standing in the heading as whole words decides, so narrower phrases of
 * other roles (`value date`, `amount currency`) come before the wide ones (`date`, `amount`).
 */
export const HEADER_WORDS: readonly HeaderWords[] = [
  {
    role: 'other',
    rank: 1,
    phrases: [
      'amount currency', 'foreign amount', 'foreign currency', 'foreign spend', 'original amount',
      'original currency', 'conversion', 'exchange', 'category id', 'account owner',
      'counterparties', 'gegenkonto', 'other party account', 'tegenrekening', 'fee', 'tax', 'vat',
      'points', 'date of birth', 'posting balance', 'bic', 'batch number',
    ],
  },
  {
    role: 'accountType',
    rank: 1,
    phrases: [
      'account type', 'type of account', 'kontoart', 'type de compte', 'tipo de cuenta',
      'tipo de conta',
    ],
  },
  {
    role: 'category',
    rank: 1,
    phrases: [
      'category', 'merchant category', 'kategorie', 'categorie', 'categoria', 'subcategory', 'mcc',
    ],
  },
  {
    role: 'type',
    rank: 1,
    phrases: [
      'debit credit', 'credit debit', 'dr cr', 'cr dr', 'd c', 'c d', 'debit or credit',
      'credit or debit', 'credit debit indicator', 'soll haben', 'af bij', 'direction', 'in out',
      'sign', 'transaction sign', 'type', 'transaction type', 'tran type', 'trans type', 'trn type',
      'payment type', 'type of transaction', 'buchungstext', 'umsatzart', 'transactietype',
      'mutatiesoort', 'tipo', 'type operation', 'tipo de transacao',
    ],
  },
  {
    role: 'currency',
    rank: 1,
    phrases: [
      'currency', 'ccy', 'cur', 'currency code', 'wahrung', 'waehrung', 'devise', 'moneda', 'moeda',
      'munt', 'divisa',
    ],
  },
  {
    role: 'balance',
    rank: 2,
    phrases: [
      'available balance', 'available', 'solde disponible', 'saldo disponivel', 'saldo disponible',
    ],
  },
  {
    role: 'balance',
    rank: 1,
    phrases: [
      'balance', 'running balance', 'running bal', 'running total', 'ledger balance', 'bal',
      'saldo', 'solde', 'kontostand', 'accountbalance', 'saldo nach buchung', 'saldo na mutatie',
      'saldo na boeking',
    ],
  },
  {
    role: 'date',
    rank: 3,
    phrases: [
      'value date', 'processed date', 'process date', 'authorized date', 'authorised date',
      'effective date', 'cleared date', 'settlement date', 'wertstellung', 'wertstellungsdatum',
      'valuta', 'valutadatum', 'valuta datum', 'date de valeur', 'date valeur', 'fecha valor',
      'data valor', 'rentedatum', 'data valuta', 'wert', 'due date',
    ],
  },
  {
    role: 'date',
    rank: 2,
    phrases: [
      'post date', 'posted date', 'posting date', 'date posted', 'posted', 'booking date',
      'completed date', 'clearing date', 'buchungstag', 'buchungsdatum', 'buchung',
      'date comptable', 'date de comptabilisation', 'boekdatum', 'boekingsdatum', 'fecha contable',
      'data lancamento', 'data do lancamento', 'data mov', 'datetime', 'created', 'created at',
      'timestamp',
    ],
  },
  {
    role: 'date',
    rank: 1,
    phrases: [
      'transaction date', 'trans date', 'tran date', 'txn date', 'date of transaction',
      'purchase date', 'date', 'datum', 'fecha', 'data', 'date operation', 'date de l operation',
      'transactiedatum', 'fecha operacion', 'data operacao', 'data da transacao', 'belegdatum',
      'transaktionsdatum', 'umsatzdatum',
    ],
  },
  {
    role: 'card',
    rank: 1,
    phrases: [
      'card', 'card no', 'card number', 'card member', 'cardholder', 'card holder', 'cardmember',
      'kartennummer', 'last 4', 'last 4 digits', 'numero de carte', 'numero de tarjeta',
      'numero do cartao',
    ],
  },
  {
    role: 'check',
    rank: 1,
    phrases: [
      'check', 'check number', 'check no', 'check num', 'cheque', 'cheque number', 'cheque no',
      'check or slip', 'check slip', 'check ref', 'numero de cheque', 'schecknummer',
    ],
  },
  {
    role: 'debit',
    rank: 1,
    phrases: [
      'debit', 'debits', 'withdrawal', 'withdrawals', 'paid out', 'money out', 'outflow', 'spent',
      'charge', 'charges', 'withdrawn', 'amount debit', 'debit amount', 'dr', 'soll', 'belastung',
      'lastschrift', 'ausgang', 'ausgaben', 'retrait', 'retraits', 'sortie', 'sorties', 'depense',
      'cargo', 'cargos', 'debito', 'debitos', 'egreso', 'egresos', 'retiro', 'retiros', 'gasto',
      'saida', 'saidas', 'debet', 'uit', 'af', 'uitgaven', 'addebiti', 'uscite',
    ],
  },
  {
    role: 'credit',
    rank: 1,
    phrases: [
      'credit', 'credits', 'deposit', 'deposits', 'paid in', 'money in', 'inflow', 'received',
      'lodgement', 'amount credit', 'credit amount', 'cr', 'haben', 'gutschrift', 'eingang',
      'einnahmen', 'depot', 'depots', 'entree', 'entrees', 'abono', 'abonos', 'credito', 'creditos',
      'ingreso', 'ingresos', 'deposito', 'depositos', 'entrada', 'entradas', 'bij', 'in',
      'inkomsten', 'accrediti', 'entrate', 'recette',
    ],
  },
  { role: 'amount', rank: 3, phrases: ['gross', 'brutto', 'gross amount'] },
  { role: 'amount', rank: 2, phrases: ['net', 'netto', 'net amount'] },
  {
    role: 'amount',
    rank: 1,
    phrases: [
      'amount', 'amt', 'betrag', 'umsatz', 'montant', 'importe', 'monto', 'bedrag', 'valor',
      'importo', 'value', 'sum',
    ],
  },
  {
    role: 'status',
    rank: 1,
    phrases: ['status', 'state', 'pending', 'transaction status', 'estado', 'statut', 'etat'],
  },
  {
    role: 'reference',
    rank: 1,
    phrases: [
      'reference', 'reference number', 'reference no', 'ref', 'ref no', 'transaction id',
      'transaction number', 'unique id', 'fitid', 'transaction reference', 'bank reference', 'id',
      'referenz', 'referencia', 'referentie', 'confirmation number',
    ],
  },
  {
    role: 'description',
    rank: 1,
    phrases: [
      'description', 'transaction description', 'descriptions', 'naam omschrijving', 'descripcion',
      'descricao', 'descrizione', 'beschreibung', 'omschrijving', 'description of transaction',
    ],
  },
  {
    role: 'description',
    rank: 2,
    phrases: [
      'details', 'detail', 'transaction details', 'narrative', 'narration', 'label', 'libelle',
      'verwendungszweck', 'concepto', 'historico', 'bezeichnung', 'remarks', 'remark',
      'statement text', 'vorgang', 'mededelingen', 'text', 'causale', 'movimiento', 'intitule',
      'original description', 'explanation', 'lancamento',
    ],
  },
  {
    role: 'account',
    rank: 1,
    phrases: [
      'account', 'account number', 'account no', 'account id', 'this party account',
      'own account', 'auftragskonto', 'iban', 'kontonummer', 'konto', 'rekening', 'rekeningnummer',
      'iban bban', 'compte', 'numero de compte', 'cuenta', 'conta', 'bank account',
    ],
  },
  { role: 'account', rank: 2, phrases: ['account name', 'product'] },
  {
    role: 'description',
    rank: 3,
    phrases: [
      'payee', 'name', 'merchant', 'merchant name', 'other party', 'counterparty',
      'counterparty name', 'counter party', 'beneficiary', 'begunstigter', 'beguenstigter',
      'empfanger', 'auftraggeber', 'zahlungsempfanger', 'zahlungsempfanger in', 'naam',
      'tegenpartij', 'beneficiaire', 'beneficiario', 'partner name', 'vendor', 'title', 'from to',
      'what',
    ],
  },
  {
    role: 'description',
    rank: 4,
    phrases: [
      'transaction', 'memo', 'note', 'notes', 'particulars', 'message', 'additional info',
      'additional information', 'comment',
    ],
  },
] // prettier-ignore
