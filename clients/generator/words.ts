// Names of the wire in the cases of the three languages.

/** `risk-score`, `risk_score` and `riskScore` → `['risk', 'score']`. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
}

export function pascalCase(name: string): string {
  return splitWords(name).map(capitalize).join('')
}

export function camelCase(name: string): string {
  const [first = '', ...rest] = splitWords(name)
  return first + rest.map(capitalize).join('')
}

export function snakeCase(name: string): string {
  return splitWords(name).join('_')
}

/** What Go writes in capitals: `external_id` → `ExternalID`. */
const INITIALISMS = new Set(['api', 'csv', 'ein', 'html', 'http', 'id', 'ip', 'json', 'mcc', 'mfa',
  'ocr', 'pdf', 'ui', 'uri', 'url', 'utc']) // prettier-ignore

export function goCase(name: string): string {
  const words = splitWords(name)
  return words
    .map((word) => (INITIALISMS.has(word) ? word.toUpperCase() : capitalize(word)))
    .join('')
}

export function singular(name: string): string {
  if (/(?:status|analysis|axis|address|process|news)$/i.test(name)) return name
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(?:sses|ches|shes|xes)$/.test(name)) return name.slice(0, -2)
  return /(?<![siu])s$/.test(name) ? name.slice(0, -1) : name
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
