import type { Vocabulary } from './vocabulary.ts'

/** German, as printed in Germany, Austria and Switzerland. */
export const GERMAN: Vocabulary = {
  language: 'de',
  months: {
    jan: 1, januar: 1, jaen: 1, janner: 1, feb: 2, februar: 2, marz: 3, mrz: 3, maerz: 3, apr: 4, april: 4,
    mai: 5, jun: 6, juni: 6, jul: 7, juli: 7, aug: 8, august: 8, sep: 9, sept: 9, september: 9, okt: 10,
    oktober: 10, nov: 11, november: 11, dez: 12, dezember: 12,
  }, // prettier-ignore
  columns: {
    date: ['datum', 'buchung', 'buchungstag', 'buchungsdatum', 'belegdatum', 'umsatzdatum', 'bu-tag', 'bu.tag', 'kaufdatum', 'umsatz vom'],
    postDate: ['wert', 'valuta', 'wertstellung', 'wertstellungstag', 'wertstellungsdatum'],
    description: ['verwendungszweck', 'beschreibung', 'buchungstext', 'text', 'vorgang', 'umsatz', 'auftraggeber/empfanger', 'erlauterung', 'buchungsinformationen', 'umsatzbeschreibung', 'vorgang/buchungsinformation'],
    amount: ['betrag', 'betrag eur', 'betrag in eur', 'betrag in euro', 'umsatz in eur', 'umsatze', 'betrag chf'],
    debit: ['soll', 'belastung', 'belastungen', 'lastschrift', 'ausgang', 'soll eur', 'lastschriften', 'zu ihren lasten'],
    credit: ['haben', 'gutschrift', 'gutschriften', 'eingang', 'haben eur', 'zu ihren gunsten'],
    balance: ['saldo', 'kontostand', 'saldo eur', 'neuer saldo'],
    ignored: ['referenz', 'wahrung', 'fremdwahrung', 'kurs', 'blatt'],
  },
  figures: {
    opening: ['anfangssaldo', 'alter kontostand', 'alter saldo', 'kontostand alt', 'saldo alt', 'saldovortrag', 'ubertrag', 'alter kontostand vom', 'vorheriger saldo', 'saldo letzte abrechnung', 'anfangsbestand', 'saldo vom letzten auszug', 'kontostand am letzten auszug', 'letzter kontostand', 'saldo letzter auszug'],
    closing: ['endsaldo', 'neuer kontostand', 'neuer saldo', 'kontostand neu', 'saldo neu', 'neuer kontostand vom', 'schlusssaldo', 'endbestand', 'aktueller saldo', 'saldo ihres kartenkontos'],
    totalCredits: ['summe gutschriften', 'summe haben', 'gutschriften gesamt', 'summe eingange'],
    totalDebits: ['summe belastungen', 'summe soll', 'belastungen gesamt', 'summe ausgange', 'summe lastschriften', 'summe umsatze'],
    averageBalance: ['durchschnittssaldo'],
    other: ['verfugungsrahmen', 'kreditlinie', 'dispositionskredit', 'zwischensaldo'],
  },
  sections: {
    deposits: ['gutschriften', 'eingange'],
    withdrawals: ['belastungen', 'lastschriften', 'ausgange'],
    fees: ['gebuhren', 'entgelte'],
    activity: ['umsatze', 'buchungen', 'kontoumsatze'],
    skip: ['kontoubersicht', 'rechnungsabschluss'],
  },
  sectionWords: {
    deposits: ['gutschriften', 'eingange'],
    withdrawals: ['belastungen', 'lastschriften', 'ausgange', 'auszahlungen'],
    fees: ['gebuhren', 'entgelte'],
  },
  totals: ['summe', 'gesamt', 'gesamtsumme', 'zwischensumme'],
  period: ['zeitraum', 'vom', 'abrechnungszeitraum', 'buchungszeitraum', 'kontoauszug vom', 'auszug vom', 'von'],
  statementDate: ['auszugsdatum', 'abrechnungsdatum', 'kontostand am', 'datum', 'rechnungsdatum', 'erstellt am'],
  until: ['bis', 'bis zum'],
  accountNumber: ['kontonummer', 'konto-nr', 'konto nr', 'iban', 'konto', 'kartennummer', 'karten-nr', 'kreditkartennummer'],
  routingNumber: ['blz', 'bankleitzahl'],
  holder: ['kontoinhaber', 'karteninhaber', 'inhaber'],
  accountTypes: {
    checking: ['girokonto', 'kontokorrent', 'geschaftskonto'],
    savings: ['sparkonto', 'tagesgeld', 'sparbuch'],
    credit_card: ['kreditkarte', 'kartennummer', 'kreditkartennummer', 'karteninhaber', 'kreditkartenabrechnung', 'mastercard', 'kartenabrechnung', 'visa card'],
  },
  institutions: ['sparkasse', 'volksbank', 'raiffeisenbank', 'landesbank', 'bank', 'postbank', 'commerzbank'],
  documentTitles: ['kontoauszug', 'kreditkartenabrechnung', 'abrechnung', 'umsatzubersicht'],
}
