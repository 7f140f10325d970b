import type { ClassRules } from '../rule.ts'
import { byLabel, party, prose } from './words.ts'

const ENTITY_TYPES = {
  llc: ['limited liability company', 'llc'],
  corporation: ['corporation', 'incorporated', 'inc', 'articles of incorporation'],
  limited_partnership: ['limited partnership'],
}
const STATE = [
  /(?<value>(?:State|Commonwealth) of (?:New |North |South |West |Rhode )?\p{Lu}\p{L}+)/iu,
  /laws of (?:the )?(?<value>(?:State|Commonwealth) of (?:New |North |South |West |Rhode )?\p{Lu}\p{L}+)/iu,
] // prettier-ignore
const COMPANY = String.raw`(?<value>\p{Lu}[\p{L}\p{N}&.,'’ -]{2,80}?(?:,? (?:LLC|L\.L\.C\.|Inc\.?|Corp\.?|Corporation|Company|Co\.|LP|LLP|Ltd\.?|INC\.?|CORP\.?))+)`

/** Papers of the company itself and its premises. */
export const ENTITY_RULES: Record<string, ClassRules> = {
  articles_of_incorporation: {
    fields: {
      entity_name: { ...byLabel('name of limited liability company', 'name of corporation', 'entity name', 'name of entity', 'company name', 'name of the corporation', 'name of llc', 'corporate name', 'business name', 'name'), format: 'name', patterns: [new RegExp(String.raw`name of (?:the|this) (?:corporation|limited liability company|company|entity|LLC|business)(?: \([^)]*\))?(?: is| shall be|:)\s*(?:the )?["“]?${COMPANY}`, 'u')] },
      state: { labels: ['state of formation', 'state of incorporation', 'jurisdiction', 'state'], format: 'state', patterns: STATE },
      formation_date: { labels: ['date filed', 'filing date', 'file date', 'date of formation', 'formation date', 'date of incorporation', 'effective date', 'filed', 'filed date'], patterns: prose('(?:filed|effective|formed|incorporated|dated)(?: on| as of| this| date:?)?(?: the)?\\s*:?\\s*<D>') },
      entity_type: { labels: ['entity type', 'type of entity'], choices: ENTITY_TYPES, patterns: [/(?<value>limited liability company|articles of incorporation|limited partnership|corporation)/i] },
      registered_agent: { ...byLabel('registered agent', 'name of registered agent', 'registered agent name', 'agent name', 'agent for service of process', 'initial registered agent', 'statutory agent'), format: 'name', patterns: [/registered agent(?: and office)?(?: of (?:the|this) [\p{L} ]+)?(?: at (?:such|that) address)? (?:is|shall be)\s*:?\s*(?<value>\p{Lu}[\p{L}\p{N}&.' ]{2,60}?)(?=,| located| whose|\.\s|\s\d)/u] },
    },
    stops: ['address', 'principal office', 'article', 'duration', 'purpose', 'organizer', 'incorporator', 'street address', 'document number', 'file number'],
  },
  operating_agreement: {
    fields: {
      entity_name: { ...byLabel('company name', 'name of company', 'company', 'name'), format: 'name', patterns: [new RegExp(String.raw`(?:operating agreement|bylaws|by-laws|company agreement)\s+of\s+${COMPANY}`, 'iu')] },
      effective_date: { labels: ['effective date', 'dated', 'date'], patterns: prose('(?:effective|dated|made|entered into)(?: and entered into)?(?: as of| on| this)?(?: the)?\\s+<D>') },
    },
    tables: [{
      name: 'members',
      columns: [
        { name: 'name', kind: 'string', labels: ['member', 'name', 'member name', 'name of member', 'shareholder', 'members'] },
        { name: 'contribution', kind: 'money', labels: ['capital contribution', 'contribution', 'initial contribution', 'initial capital contribution'] },
        { name: 'percentage', kind: 'number', labels: ['percentage interest', 'membership interest', 'ownership percentage', 'percentage', 'ownership', 'interest', 'percent', 'units'] },
      ],
      needs: ['name', 'percentage'],
      ends: ['total', 'totals', 'article'],
    }],
  },
  ein_letter: {
    fields: {
      entity_name: { ...byLabel('name', 'business name', 'entity name', 'legal name'), format: 'name', patterns: [/(?<![\p{L}\p{N}])(?<value>\p{Lu}[\p{Lu}\p{N}&.,' -]{3,60}? (?:LLC|L\.L\.C\.|INC|CORP|CORPORATION|LTD|LP|LLP))(?!\p{L})/u] },
      ein: { ...byLabel('employer identification number', 'employer id number', 'ein', 'assigned you ein'), format: 'ein', patterns: [/(?:employer identification number|\bEIN\b|assigned you)[^\d]{0,60}(?<value>\d{2}-\d{7})/i] },
      notice_date: { labels: ['date of this notice', 'notice date', 'date'], patterns: prose('date of this notice:?\\s*<D>') },
    },
    stops: ['form', 'number of this notice', 'for assistance you may call us at', 'if you write', 'in reply refer to'],
  },
  business_license: {
    fields: {
      licensee_name: { ...byLabel('issued to', 'licensee', 'business name', 'name of business', 'licensee name', 'granted to', 'business', 'dba', 'name'), format: 'name' },
      license_number: { ...byLabel('license number', 'license no', 'permit number', 'certificate number', 'account number', 'license', 'permit no', 'certificate no'), format: 'identifier' },
      issued_date: byLabel('issued date', 'issue date', 'date issued', 'issued', 'effective date', 'issued on'),
      expires: byLabel('expiration date', 'expires', 'expires on', 'expiration', 'valid through', 'valid until', 'date of expiration'),
      authority: { ...byLabel('issuing authority', 'authority', 'issued by', 'department'), format: 'name', patterns: [/(?<value>(?:City|County|State|Town|Village) of \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)/u] },
    },
  },
  certificate_of_good_standing: {
    fields: {
      entity_name: { ...byLabel('entity name', 'name of entity', 'company name', 'name', 'business name'), format: 'name', patterns: [new RegExp(String.raw`(?:certify that|hereby certify,? that)\s+["“]?${COMPANY}`, 'iu')] },
      state: { labels: ['state', 'jurisdiction'], format: 'state', patterns: STATE },
      certificate_date: { labels: ['date', 'date issued', 'issue date', 'dated', 'certificate date'], patterns: prose('(?:this|on|dated|the)\\s+(?:the )?<D>', '<D>') },
    },
  },
  lease_agreement: {
    fields: {
      landlord_name: { ...byLabel('landlord', 'lessor', 'landlord name', 'name of landlord', 'owner'), format: 'name', patterns: party('Landlord|LANDLORD|Lessor|LESSOR') },
      tenant_name: { ...byLabel('tenant', 'lessee', 'tenant name', 'name of tenant'), format: 'name', patterns: party('Tenant|TENANT|Lessee|LESSEE') },
      premises_address: { ...byLabel('premises address', 'leased premises', 'property address', 'premises', 'address of premises', 'demised premises', 'address', 'location'), format: 'address', patterns: [/(?:located at|known as|situated at|premises at|property at)\s+(?<value>\d+\s[^;()"“”]{5,90}?(?:,\s[A-Z]{2}\b(?:\s\d{5}(?:-\d{4})?)?|\s\d{5}))/u] },
      monthly_rent: { labels: ['monthly base rent', 'monthly rent', 'base rent', 'rent per month', 'base monthly rent', 'minimum rent', 'rent'], patterns: prose('(?:base|monthly|minimum) rent[^.$]{0,100}(?=\\$)<M>', '(?=\\$)<M>\\s*(?:per|each|a) month', '\\brent[^.$]{0,80}(?=\\$)<M>') },
      start_date: { labels: ['commencement date', 'lease commencement date', 'start date', 'lease start date', 'beginning date', 'lease start', 'term begins', 'term start'], patterns: prose('(?:commenc(?:e|es|ing)|begin(?:s|ning)?|start(?:s|ing)?)(?: on| date:?| as of)?\\s+<D>') },
      end_date: { labels: ['expiration date', 'lease expiration date', 'end date', 'lease end date', 'termination date', 'lease end', 'term ends', 'term end'], patterns: prose('(?:expir(?:e|es|ing)|end(?:s|ing)?|terminat(?:e|es|ing))(?: on| date:?| as of| at midnight on)?\\s+<D>', 'through\\s+<D>') },
    },
  },
  mortgage_statement: {
    fields: {
      servicer_name: { ...byLabel('servicer', 'lender', 'loan servicer'), format: 'name', standing: 'heading' },
      property_address: { ...byLabel('property address', 'property'), format: 'address' },
      unpaid_principal: byLabel('unpaid principal balance', 'outstanding principal', 'unpaid principal', 'principal balance', 'outstanding principal balance'),
      payment_amount: byLabel('amount due', 'total amount due', 'regular monthly payment', 'monthly payment', 'payment amount', 'total payment'),
      escrow_balance: byLabel('escrow balance', 'current escrow balance'),
    },
  },
  deed: {
    fields: {
      grantor: { ...byLabel('grantor', 'grantor s', 'grantor name'), format: 'name', patterns: party('Grantor|GRANTOR|Grantors') },
      grantee: { ...byLabel('grantee', 'grantee s', 'grantee name'), format: 'name', patterns: party('Grantee|GRANTEE|Grantees') },
      property_address: { ...byLabel('property address', 'commonly known as', 'situs address', 'address'), format: 'address', patterns: [/(?:commonly known as|located at)\s+(?<value>\d+\s[^;()]{5,80}?\d{5})/i] },
      recorded_date: { labels: ['recorded', 'recording date', 'date recorded', 'recorded on', 'recorded date'] },
      parcel_number: { ...byLabel('parcel number', 'parcel no', 'apn', 'assessor s parcel number', 'parcel id', 'tax parcel', 'parcel'), format: 'identifier' },
    },
  },
} // prettier-ignore
