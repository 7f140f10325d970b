import type { Vocabulary } from './vocabulary.ts'

/** French, as printed in Canada, France, Belgium and Switzerland. */
export const FRENCH: Vocabulary = {
  language: 'fr',
  months: {
    janv: 1, janvier: 1, jan: 1, fevr: 2, fev: 2, fevrier: 2, mars: 3, avr: 4, avril: 4, mai: 5, juin: 6,
    juil: 7, juillet: 7, aout: 8, sept: 9, septembre: 9, oct: 10, octobre: 10, nov: 11, novembre: 11,
    dec: 12, decembre: 12,
  }, // prettier-ignore
  columns: {
    date: ['date', "date d'operation", 'date operation', 'date de transaction', 'date comptable'],
    postDate: ['date de valeur', 'valeur', "date d'inscription"],
    description: ['details', 'detail', 'description', 'libelle', 'operation', 'operations', 'nature des operations', "nature de l'operation", 'detail des operations', 'transaction', 'intitule'],
    amount: ['montant', 'montants', 'somme', 'montant en eur', 'montant eur'],
    debit: ['debit', 'debits', 'retraits', 'retrait', 'cheques et debits', 'debit eur', 'debit euros', 'sorties', 'retraits et debits', 'paiements'],
    credit: ['credit', 'credits', 'depots', 'depot', 'depots et credits', 'credit eur', 'credit euros', 'entrees', 'versements'],
    balance: ['solde', 'solde eur', 'solde courant'],
    check: ['numero', 'no de cheque', 'cheque'],
    ignored: ['reference', 'ref', 'code', 'devise'],
  },
  figures: {
    opening: ["solde d'ouverture", 'solde precedent', 'ancien solde', 'solde initial', "solde d'ouverture au", 'solde anterieur', 'solde reporte', 'solde au debut', 'solde de depart', 'solde crediteur precedent', 'solde debiteur precedent', 'report'],
    closing: ['solde de fermeture', 'solde de cloture', 'nouveau solde', 'solde final', 'solde de fin', 'solde a la fin', 'a reporter', 'solde fermeture'],
    totalCredits: ['total credits', 'total des credits', 'total depots', 'total des depots', 'total des depots et credits', 'total depots et credits'],
    totalDebits: ['total debits', 'total des debits', 'total retraits', 'total des retraits', 'total des cheques et debits', 'total cheques et debits'],
    averageBalance: ['solde moyen', 'solde quotidien moyen'],
    other: ['solde minimum', 'limite de credit', 'paiement minimum', 'frais sur compte'],
  },
  sections: {
    deposits: ['depots', 'depots et credits', 'credits', 'versements'],
    withdrawals: ['retraits', 'retraits et debits', 'debits', 'cheques et debits', 'achats'],
    checks: ['cheques', 'cheques payes'],
    fees: ['frais', 'frais de service', 'frais et commissions'],
    activity: ['details des operations', 'operations', 'details des operations passees au compte', 'releve des operations'],
    daily: ['solde quotidien', 'soldes quotidiens'],
    skip: ['sommaire du compte', 'sommaire'],
  },
  sectionWords: {
    deposits: ['depot', 'depots', 'credits', 'versements'],
    withdrawals: ['retrait', 'retraits', 'debits', 'achats', 'paiements'],
    fees: ['frais'],
  },
  totals: ['total', 'totaux', 'total des mouvements', 'sous-total', 'total des operations'],
  period: ['periode', 'du', 'periode du', 'pour la periode', 'releve du', 'de'],
  statementDate: ['date du releve', 'arrete au', 'releve au', 'date de releve'],
  until: ['au', 'a', "jusqu'au"],
  accountNumber: ['numero de compte', 'no de compte', 'compte no', 'compte numero', 'numero du compte', 'n° de compte', 'compte'],
  routingNumber: ['numero de transit'],
  holder: ['titulaire', 'nom', 'titulaire du compte', 'nom du titulaire'],
  accountTypes: {
    checking: ['compte cheque', 'compte cheques', 'compte courant', 'compte-cheques'],
    savings: ['epargne', 'livret'],
    credit_card: ['carte de credit', 'paiement minimum', 'limite de credit'],
  },
  institutions: ['banque', 'caisse', 'credit agricole', 'credit mutuel', 'societe generale'],
  documentTitles: ['releve bancaire', 'releve de compte', 'releve', 'sommaire du compte'],
}
