/** One subtype of a class (taxonomy section 8) and the phrases that tell it. */
export interface DocumentSubtype {
  documentClass: string
  subtype: string
  cues: string[]
  /** A form by itself: where it changes, another document begins. */
  isForm?: true
}

/**
 * Subtypes in the order in which they are tried within a class: narrower phrases first (`1120 s`
 * before `1120`), the one without cues last, for documents of the class that show none.
 */
export const DOCUMENT_SUBTYPES: readonly DocumentSubtype[] = [
  { documentClass: 'tax_return', subtype: 'form_1120s', cues: ['form 1120 s', 'form 1120s'] },
  { documentClass: 'tax_return', subtype: 'form_1120', cues: ['form 1120'] },
  { documentClass: 'tax_return', subtype: 'schedule_k1', cues: ['schedule k 1'] },
  { documentClass: 'tax_return', subtype: 'form_1065', cues: ['form 1065'] },
  { documentClass: 'tax_return', subtype: 'form_941', cues: ['form 941'] },
  { documentClass: 'tax_return', subtype: 'form_940', cues: ['form 940'] },
  { documentClass: 'tax_return', subtype: 'form_990', cues: ['form 990'] },
  {
    documentClass: 'tax_return',
    subtype: 'schedule_c',
    cues: ['schedule c form 1040', 'profit or loss from business'],
  },
  {
    documentClass: 'tax_return',
    subtype: 'schedule_e',
    cues: ['schedule e form 1040', 'supplemental income and loss'],
  },
  { documentClass: 'tax_return', subtype: 'form_1040', cues: ['form 1040'] },
  {
    documentClass: 'bank_statement',
    subtype: 'analysis',
    cues: ['account analysis', 'earnings credit', 'analyzed checking'],
  },
  {
    documentClass: 'bank_statement',
    subtype: 'combined',
    cues: ['combined statement', 'consolidated statement', 'summary of your accounts'],
  },
  {
    documentClass: 'bank_statement',
    subtype: 'business_checking',
    cues: ['business checking', 'commercial checking', 'business account', 'corporate checking'],
  },
  { documentClass: 'bank_statement', subtype: 'checking', cues: [] },
  { documentClass: 'form_1099', subtype: 'form_1099_nec', cues: ['1099 nec'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_misc', cues: ['1099 misc'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_int', cues: ['1099 int'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_div', cues: ['1099 div'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_k', cues: ['1099 k'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_r', cues: ['1099 r'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_b', cues: ['1099 b'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_g', cues: ['1099 g'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_s', cues: ['1099 s'], isForm: true },
  { documentClass: 'form_1099', subtype: 'form_1099_c', cues: ['1099 c'], isForm: true },
  {
    documentClass: 'voided_check',
    subtype: 'bank_letter',
    cues: ['account verification', 'letter confirms', 'to whom it may concern'],
  },
  { documentClass: 'voided_check', subtype: 'check', cues: [] },
  {
    documentClass: 'credit_report',
    subtype: 'business',
    cues: ['business credit', 'paynet', 'dun bradstreet', 'intelliscore', 'business name'],
  },
  { documentClass: 'credit_report', subtype: 'personal', cues: [] },
]
