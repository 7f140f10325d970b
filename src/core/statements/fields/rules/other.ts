import type { ClassRules } from '../rule.ts'
import { byLabel, prose } from './words.ts'

/** Credit reports, processor statements, insurance and quotes. */
export const OTHER_RULES: Record<string, ClassRules> = {
  merchant_processing_statement: {
    fields: {
      merchant_name: { ...byLabel('merchant name', 'merchant', 'business name', 'dba name', 'dba', 'legal name'), format: 'name' },
      merchant_number: { ...byLabel('merchant number', 'merchant id', 'mid', 'merchant no', 'merchant account number'), format: 'identifier' },
      processing_month: byLabel('processing month', 'statement period', 'statement month', 'month', 'activity period', 'statement date'),
      gross_sales: byLabel('total sales volume', 'gross sales', 'total gross sales', 'total amount submitted', 'total sales', 'gross sales volume', 'sales volume'),
      net_sales: byLabel('net sales', 'total net sales', 'net sales volume'),
      fees: byLabel('total fees', 'total fees charged', 'fees charged', 'total fees due', 'fees', 'total discount and fees'),
      chargebacks: byLabel('total chargebacks', 'chargebacks', 'chargebacks reversals'),
    },
    tables: [{
      name: 'volume_by_card_type',
      columns: [
        { name: 'card_type', kind: 'string', labels: ['card type', 'card', 'card brand', 'plan', 'type'] },
        { name: 'count', kind: 'integer', labels: ['number of sales', 'items', 'count', 'transactions', 'number'] },
        { name: 'amount', kind: 'money', labels: ['gross sales', 'amount', 'sales amount', 'volume', 'gross amount', 'sales volume', 'amount of sales'] },
        { name: 'refunds', kind: 'money', labels: ['refunds', 'credits', 'returns', 'refund amount'] },
        { name: 'net', kind: 'money', labels: ['net sales', 'net amount', 'net'] },
      ],
      needs: ['card_type', 'amount'],
    }],
    sums: [],
  },
  credit_report: {
    fields: {
      subject_name: { ...byLabel('consumer name', 'subject name', 'consumer', 'business name', 'subject', 'name', 'applicant', 'company name'), format: 'name' },
      report_date: { labels: ['report date', 'date of report', 'date ordered', 'date issued', 'date'], patterns: prose('(?:report date|date of report|as of):?\\s*<D>') },
      bureau: { labels: ['bureau', 'source'], choices: { experian: ['experian'], transunion: ['transunion', 'trans union'], equifax: ['equifax'], paynet: ['paynet'], dun_bradstreet: ['dun bradstreet', 'd b'] }, patterns: [/(?<value>Experian|TransUnion|Trans Union|Equifax|PayNet|Dun & Bradstreet)/i] },
      score: { labels: ['fico score', 'credit score', 'score', 'fico score 8', 'vantagescore', 'vantage score', 'paynet masterscore', 'intelliscore plus', 'intelliscore', 'fico'], patterns: prose('(?:fico|credit|vantage)\\s?(?:score)?\\s?(?:\\d{1,2}\\.?\\d?)?\\s*[:=]?\\s*(?<value>[3-8]\\d{2})\\b') },
      open_accounts: byLabel('open accounts', 'accounts open', 'number of open accounts', 'total open accounts', 'open'),
      inquiries: byLabel('inquiries', 'total inquiries', 'number of inquiries', 'inquiries last 6 months', 'hard inquiries'),
    },
    tables: [{
      name: 'tradelines',
      columns: [
        { name: 'creditor', kind: 'string', labels: ['creditor', 'account name', 'subscriber', 'lender', 'account', 'company'] },
        { name: 'balance', kind: 'money', labels: ['balance', 'current balance', 'bal'] },
        { name: 'limit', kind: 'money', labels: ['credit limit', 'limit', 'high credit', 'hi cred', 'original amount'] },
        { name: 'payment', kind: 'money', labels: ['payment', 'monthly payment', 'pmt'] },
        { name: 'status', kind: 'string', labels: ['status', 'account status', 'condition'] },
      ],
      needs: ['creditor', 'balance'],
    }],
  },
  insurance_certificate: {
    fields: {
      insured_name: { ...byLabel('insured', 'named insured', 'insured name'), format: 'name' },
      insurer_name: { ...byLabel('insurer a', 'insurer', 'insurer s affording coverage', 'insurance company', 'carrier', 'company'), format: 'name' },
      policy_number: { ...byLabel('policy number', 'policy no'), format: 'identifier' },
      effective_date: byLabel('policy eff', 'policy effective date', 'effective date', 'policy eff mm dd yyyy', 'policy effective', 'effective'),
      expires: byLabel('policy exp', 'policy expiration date', 'expiration date', 'policy exp mm dd yyyy', 'policy expiration', 'expires'),
    },
    stops: ['producer', 'contact name', 'certificate holder', 'type of insurance', 'limits', 'coverages', 'naic', 'insurer b', 'phone', 'fax', 'certificate number'],
  },
  equipment_quote: {
    fields: {
      vendor_name: { ...byLabel('vendor', 'seller', 'dealer', 'from', 'supplier'), format: 'name', standing: 'heading' },
      equipment: byLabel('equipment', 'equipment description', 'item', 'model', 'vehicle', 'description', 'item description', 'year make model'),
      total: byLabel('total price', 'grand total', 'quote total', 'total amount', 'total cost', 'total due', 'purchase price', 'total'),
      quote_date: byLabel('quote date', 'date', 'quotation date', 'date quoted'),
      serial_number: { ...byLabel('serial number', 'serial no', 'vin', 's n', 'serial'), format: 'identifier' },
    },
    tables: [{
      name: 'items',
      columns: [
        { name: 'description', kind: 'string', labels: ['description', 'item description', 'item', 'equipment', 'model'] },
        { name: 'quantity', kind: 'number', labels: ['quantity', 'qty'] },
        { name: 'price', kind: 'money', labels: ['unit price', 'price', 'unit cost'] },
        { name: 'amount', kind: 'money', labels: ['amount', 'total', 'extended price', 'line total'] },
      ],
      needs: ['description', 'amount'],
      ends: ['subtotal', 'sub total', 'total', 'tax', 'sales tax', 'notes', 'terms', 'freight', 'delivery'],
    }],
  },
} // prettier-ignore
