import type { ClassRules } from '../rule.ts'
import { byLabel, prose } from './words.ts'

const NAME_PART = String.raw`(?<value>\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)`

/** Papers that show who applies, and where to pay. */
export const IDENTITY_RULES: Record<string, ClassRules> = {
  driver_license: {
    fields: {
      first_name: { ...byLabel('first name', 'fn', 'given name', 'given names', 'first'), format: 'name', patterns: [new RegExp(String.raw`(?:\bFN|first name|given names?)[:.]?\s*${NAME_PART}`, 'u'), new RegExp(String.raw`(?:^|\s)1[.:]?\s+\p{Lu}[\p{L}'’-]+\s+2[.:]?\s+${NAME_PART}`, 'u'), new RegExp(String.raw`(?:^|\s)2[.:]?\s+${NAME_PART}(?=\s+\d)`, 'u')] },
      last_name: { ...byLabel('last name', 'ln', 'surname', 'family name', 'last'), format: 'name', patterns: [new RegExp(String.raw`(?:\bLN|last name|surname|family name)[:.]?\s*${NAME_PART}(?=\s+(?:FN|\d|first|given)|$)`, 'u'), new RegExp(String.raw`(?:^|\s)1[.:]?\s+${NAME_PART}(?=\s+2[.:]?\s+\p{Lu})`, 'u')] },
      license_number: { ...byLabel('dl no', 'license no', 'license number', 'dl number', 'dln', 'dl', 'lic no', 'id no', 'customer identifier'), format: 'identifier', patterns: [/\b(?:4d\s*)?(?:DLN|DL|LIC(?:ENSE)?|ID|OLN|CDL)\s*(?:NO|NUMBER|NUM|#)?[.:#]*\s*(?<value>[A-Z]{0,3}\d[\dA-Z-]{3,18}(?: \d{3,4}){0,3})\b/i, /\b4d[.:]?\s*(?<value>[A-Z]{0,2}[\d-]{5,18})\b/] },
      state: { labels: ['state'], format: 'state', patterns: [/(?<value>Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|West Virginia|Virginia|Washington|Wisconsin|Wyoming)/i, /,?\s(?<value>[A-Z]{2})\s+\d{5}(?:-\d{4})?\b/] },
      date_of_birth: { ...byLabel('date of birth', 'dob', 'birth date', 'birthdate'), patterns: prose('\\b(?:3\\s+)?(?:DOB|date of birth|birth ?date)[:.]?\\s*<D>', '\\b3[.:]?\\s+<D>') },
      expires: { ...byLabel('expires', 'exp', 'expiration date', 'exp date'), patterns: prose('\\bEXP(?:IRES|IRATION)?(?: DATE)?[:.]?\\s*<D>', '\\b4b[.:]?\\s*<D>') },
      issued: { ...byLabel('issued', 'iss', 'issue date', 'date issued'), patterns: prose('\\bISS(?:UED?)?(?: DATE)?[:.]?\\s*<D>', '\\b4a[.:]?\\s*<D>') },
      address: { ...byLabel('address'), format: 'address', patterns: [/\b8[.:]?\s+(?<value>\d+\s[^:]{5,60}?,?\s[A-Z]{2}\s+\d{5}(?:-\d{4})?)/] },
    },
    stops: ['sex', 'class', 'height', 'hgt', 'wgt', 'eyes', 'end', 'rest', 'restrictions', 'endorsements', 'donor'],
  },
  passport: {
    fields: {
      surname: { ...byLabel('surname', 'surname nom apellidos', 'last name'), format: 'name', patterns: [/P<[A-Z]{3}(?<value>[A-Z]+)(?:<[A-Z]+)*<</] },
      given_names: { ...byLabel('given names', 'given names prenoms nombres', 'given name', 'first name'), format: 'name', patterns: [/P<[A-Z]{3}[A-Z<]+?<<(?<value>[A-Z]+)/] },
      passport_number: { ...byLabel('passport no', 'passport number', 'passport no no du passeport', 'document number'), format: 'identifier', patterns: [/\bpassport (?:no|number)[.:]?\s*(?<value>[A-Z]?\d{7,9})\b/i, /\b(?<value>[A-Z0-9]{8,9})<?\d[A-Z]{3}\d{6}\d[MFX<]/] },
      nationality: { ...byLabel('nationality', 'nationality nationalite nacionalidad'), format: 'name' },
      date_of_birth: { ...byLabel('date of birth', 'date of birth date de naissance', 'birth date'), patterns: prose('date of birth[^\\d]{0,60}<D>') },
      expires: { ...byLabel('date of expiration', 'date of expiry', 'expiration date', 'expires'), patterns: prose('(?:date of expir(?:ation|y)|expir(?:es|y date))[^\\d]{0,60}<D>') },
    },
    stops: ['sex', 'place of birth', 'date of issue', 'authority', 'type', 'code', 'country code', 'endorsements'],
  },
  ssn_card: {
    fields: {
      name: { ...byLabel('this number has been established for', 'established for'), format: 'name' },
      ssn: { labels: ['social security number'], format: 'ssn_last4', patterns: [/(?<value>\d{3}[- ]\d{2}[- ]\d{4})/] },
    },
  },
  voided_check: {
    fields: {
      account_holder_name: { ...byLabel('account holder name', 'account holder', 'name on account', 'account name', 'account owner', 'customer name', 'business name', 'account title'), format: 'name', standing: 'heading' },
      routing_number: { ...byLabel('routing number', 'aba routing number', 'routing transit number', 'aba number', 'routing no', 'ach routing number', 'aba', 'routing'), format: 'routing', patterns: [/[⑆|:]{1,2}\s?(?<value>\d{9})\s?[⑆|:]{1,2}/] },
      account_number: { ...byLabel('account number', 'account no', 'acct no', 'account', 'bank account number', 'deposit account number'), format: 'account', patterns: [/[⑆|:]{1,2}\s?\d{9}\s?[⑆|:]{1,2}\s*(?<value>\d{5,17})/, /(?<!\d)\d{9}\s+(?<value>\d{6,17})\s*[⑈"]/] },
      institution_name: { ...byLabel('bank name', 'financial institution', 'name of bank', 'bank', 'institution'), format: 'name', patterns: [/(?<value>(?:\p{Lu}[\p{L}&.'’]* ){0,4}(?:Bank|Credit Union|Bancorp|Trust)(?: (?:of|and|&) \p{Lu}\p{L}+| N\.?A\.?| (?:Company|Bank))*)/u] },
    },
    stops: ['pay to the order of', 'memo', 'dollars', 'date', 'void', 'account type', 'type of account'],
  },
  utility_bill: {
    fields: {
      provider_name: { ...byLabel('provider', 'utility company', 'company'), format: 'name', standing: 'heading' },
      customer_name: { ...byLabel('customer name', 'account holder', 'account name', 'customer', 'name', 'bill to', 'billed to', 'service for', 'prepared for'), format: 'name' },
      service_address: { ...byLabel('service address', 'service location', 'service at', 'address of service', 'premises address', 'service for'), format: 'address' },
      bill_date: byLabel('bill date', 'statement date', 'billing date', 'invoice date', 'date of bill', 'date issued', 'date mailed', 'bill issued', 'date'),
      amount_due: byLabel('total amount due', 'amount due', 'total due', 'please pay', 'pay this amount', 'current amount due', 'balance due', 'total current charges', 'total amount you owe'),
    },
    stops: ['account number', 'due date', 'meter number', 'billing period', 'service period', 'previous balance'],
  },
} // prettier-ignore
