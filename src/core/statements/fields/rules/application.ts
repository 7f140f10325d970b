import type { ClassRules } from '../rule.ts'
import { byLabel } from './words.ts'

const ENTITY_TYPES = {
  llc: ['limited liability company', 'llc', 'l l c'],
  corporation: ['corporation', 'inc', 'c corp', 'c corporation'],
  s_corporation: ['s corporation', 's corp'],
  partnership: ['partnership', 'lp', 'llp'],
  sole_proprietorship: ['sole proprietorship', 'sole proprietor', 'individual'],
  nonprofit: ['nonprofit', 'non profit'],
}

/** Applications of a business, and of a person for a loan. */
export const APPLICATION_RULES: Record<string, ClassRules> = {
  iso_application: {
    fields: {
      business_legal_name: {
        ...byLabel('business legal name', 'legal business name', 'legal company name', 'merchant legal name', 'legal name of business', 'legal name', 'company name', 'business name', 'name of business', 'corporate name', 'merchant name'),
        format: 'name',
      },
      dba: {
        ...byLabel('doing business as', 'dba name', 'business dba', 'd b a name', 'dba', 'd b a', 'trade name'),
        format: 'name',
      },
      ein: { ...byLabel('federal tax id', 'tax id number', 'tax id', 'federal tax id number', 'employer identification number', 'ein', 'fein', 'fed tax id'), format: 'ein' },
      entity_type: { ...byLabel('type of entity', 'entity type', 'legal entity type', 'legal entity', 'business structure', 'type of business entity', 'organization type', 'business type'), choices: ENTITY_TYPES },
      state_of_incorporation: { ...byLabel('state of incorporation', 'state of organization', 'state of formation', 'state incorporated', 'state inc'), format: 'state' },
      business_start_date: byLabel('business start date', 'date business started', 'date of incorporation', 'business established', 'date established', 'date business established', 'start date', 'year established', 'length of ownership start', 'in business since'),
      time_in_business: byLabel('time in business', 'years in business', 'length of time in business'),
      industry: byLabel('industry', 'type of business', 'nature of business', 'products services sold', 'product service sold', 'business description'),
      business_address: { ...byLabel('business address', 'physical address', 'street address', 'company address', 'business street address', 'location address', 'address'), format: 'address' },
      business_phone: { ...byLabel('business phone', 'business telephone', 'company phone', 'business phone number', 'telephone', 'phone', 'phone number'), format: 'phone' },
      business_email: { ...byLabel('business email', 'company email', 'email address', 'e mail', 'email'), format: 'email' },
      website: byLabel('website', 'web site', 'company website', 'url'),
      annual_revenue: byLabel('annual revenue', 'gross annual sales', 'annual gross sales', 'annual sales', 'gross annual revenue', 'annual gross revenue', 'yearly revenue'),
      monthly_revenue: byLabel('average monthly revenue', 'monthly revenue', 'average monthly sales', 'gross monthly sales', 'avg monthly sales', 'monthly gross sales', 'average monthly volume', 'monthly sales', 'average monthly deposits'),
      requested_amount: byLabel('requested loan amount', 'requested amount', 'amount requested', 'loan amount requested', 'funding amount requested', 'cash amount requested', 'amount of funding requested', 'desired amount', 'capital requested', 'loan amount', 'amount needed', 'advance amount requested', 'how much cash is needed'),
      use_of_funds: byLabel('use of funds', 'use of proceeds', 'purpose of funds', 'purpose of loan', 'loan purpose', 'purpose of funding', 'intended use of funds', 'purpose'),
      owner_name: {
        ...byLabel('owner name', 'owner 1 name', 'principal name', 'corporate officer owner name', 'officer owner name', 'primary owner name', 'full name', 'applicant name', 'borrower name', 'owner', 'name of owner', 'owner 1', 'principal owner', 'guarantor name', 'printed name', 'print name', 'name'),
        format: 'name',
        joined: [['owner first name', 'first name'], ['owner last name', 'last name']],
      },
      owner_title: { ...byLabel('title', 'owner title', 'job title', 'position'), format: 'name' },
      ownership_percent: byLabel('percentage of ownership', 'ownership percentage', 'percent ownership', 'ownership percent', 'ownership', 'percent of ownership', 'owned', 'of ownership'),
      owner_date_of_birth: byLabel('date of birth', 'dob', 'birth date', 'owner date of birth', 'd o b'),
      owner_ssn_last4: { ...byLabel('social security number', 'ssn', 'social security', 'social security no', 'owner ssn', 'ss', 'soc sec'), format: 'ssn_last4' },
      owner_address: { ...byLabel('home address', 'owner address', 'residence address', 'owner home address', 'residential address', 'principal address'), format: 'address' },
      owner_phone: { ...byLabel('cell phone', 'mobile phone', 'owner phone', 'home phone', 'cell', 'mobile', 'owner cell phone'), format: 'phone' },
      owner_email: { ...byLabel('owner email', 'personal email', 'owner e mail'), format: 'email' },
      monthly_income: byLabel('monthly gross income', 'gross monthly income', 'monthly income', 'net monthly income'),
      monthly_debt: byLabel('total monthly debt payments', 'monthly debt payments', 'total monthly debt', 'monthly debt', 'monthly obligations'),
      dti_percent: byLabel('calculated dti', 'debt to income ratio', 'dti ratio', 'debt to income', 'dti'),
      signed_date: { ...byLabel('date signed', 'signature date', 'date'), places: ['inside', 'right', 'above'] },
    },
    stops: ['city', 'state', 'zip', 'zip code', 'fax', 'signature', 'business information', 'owner information', 'applicant signature', 'credit score', 'fico', 'landlord', 'monthly rent', 'bank name', 'city state zip', 'suite', 'county', 'section'],
  },
} // prettier-ignore
