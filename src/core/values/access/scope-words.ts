const WORDS: Readonly<Record<string, string>> = {
  'pii:read': 'Tax numbers of businesses in full',
  'keys:write': 'API keys: make and end them',
  'team:read': 'People of the organization',
  'team:write': 'People of the organization: invite and remove them',
  'uploads:read': 'Upload links: what is wanted by them',
  'uploads:write': 'Upload links: bring files by them',
  'audit:read': 'Audit log and request log',
}

/** What a scope opens, as a person reads it: `Documents` of `documents:read`. */
export function describeScope(scope: string): string {
  const [area = ''] = scope.split(':')
  return WORDS[scope] ?? area.charAt(0).toUpperCase() + area.slice(1)
}
