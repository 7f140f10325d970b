export const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  hubspot: 'HubSpot',
  salesforce: 'Salesforce',
  zoho: 'Zoho CRM',
  pipedrive: 'Pipedrive',
  rest: 'A REST API',
  webhook: 'A webhook',
  csv: 'CSV files',
}

const REFRESHED = ['client_id', 'client_secret', 'refresh_token']

/** What each takes to be let in; of the two ways of a vendor, either. */
export const CREDENTIALS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  hubspot: [['access_token'], REFRESHED],
  salesforce: [['client_id', 'username', 'private_key'], REFRESHED],
  zoho: [REFRESHED],
  pipedrive: [['api_token'], REFRESHED],
  rest: [['bearer_token'], ['header_name', 'header_value']],
  webhook: [['signing_secret']],
  csv: [],
}

/** Those whose address has to be named. */
export const ADDRESSED: ReadonlySet<string> = new Set(['rest', 'webhook'])

export const TRIGGERS = [
  ['manual', 'By hand alone'],
  ['on_created', 'When a deal is made'],
  ['on_processed', 'When a deal is read'],
  ['on_stage_change', 'When its stage changes'],
] as const
