import type { ExpectedRequest, Outcome, Scenario, Seen } from '../../clients/scenarios/scenario.ts'

/** What of a scenario did not come as expected, as sentences; empty when all did. */
export function findDifferences(
  scenario: Scenario,
  outcome: Outcome | undefined,
  seen: readonly Seen[],
): string[] {
  if (!outcome) return ['nothing came of it']
  const { expect, client } = scenario
  const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']))
  const text = JSON.stringify(outcome)
  return [
    ...(expect.error ? [] : unexpected(outcome)),
    ...differ('data', expect.data, outcome.data),
    ...differ('error', expect.error, outcome.error),
    ...differ('response', expect.response, outcome.response),
    ...differ('requests', expect.requests, seen.length),
    ...seen.flatMap((one) => compareRequest(expect.request, one)),
    ...compareRequest(expect.last, seen.at(-1)),
    ...(expect.same_key && (keys.size !== 1 || keys.has(undefined as never))
      ? [`keys: ${[...keys].join(', ')}`]
      : []),
    ...(client?.api_key && text.includes(client.api_key)
      ? ['the key stands in what came of it']
      : []),
  ]
}

function unexpected({ error }: Outcome): string[] {
  return error ? [`an error: ${JSON.stringify(error)}`] : []
}

function compareRequest(expected: ExpectedRequest | undefined, seen: Seen | undefined): string[] {
  if (!expected) return []
  if (!seen) return ['no request came']
  const { method, path, route, headers = {}, body, includes = [] } = expected
  return [
    ...differ('method', method, seen.method),
    ...differ('path', sortQuery(path), sortQuery(seen.path)),
    ...differ('route', route, seen.path.split('?', 1)[0]),
    ...Object.entries(headers).flatMap(([name, value]) =>
      differ(name, value, seen.headers[name] ?? null),
    ),
    ...(body === undefined ? [] : differ('body', body, JSON.parse(seen.body || 'null'))),
    ...includes
      .filter((one) => !seen.body.includes(one))
      .map((one) => `the body lacks ${one}: ${seen.body.slice(0, 600)}`),
  ]
}

/** The order of parameters is each language's own. */
function sortQuery(path: string | undefined): string | undefined {
  const [route, query] = path?.split('?') ?? []
  return query === undefined ? route : `${route}?${query.split('&').toSorted().join('&')}`
}

/** Objects may have more than is expected; lists and scalars may not. */
function differ(place: string, expected: unknown, given: unknown): string[] {
  if (expected === undefined) return []
  if (Array.isArray(expected) && Array.isArray(given) && expected.length === given.length)
    return expected.flatMap((one, index) => differ(`${place}[${index}]`, one, given[index]))
  const isObject = typeof expected === 'object' && expected !== null && !Array.isArray(expected)
  if (isObject && typeof given === 'object' && given !== null && !Array.isArray(given))
    return Object.entries(expected).flatMap(([name, one]) =>
      differ(`${place}.${name}`, one, (given as Record<string, unknown>)[name]),
    )
  if (expected === given || (expected === null && given === undefined)) return []
  return [`${place} is ${shorten(given)}, not ${shorten(expected)}`]
}

function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200)
}
