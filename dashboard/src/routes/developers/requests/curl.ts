interface Request {
  method: string
  path: string
  body_outline: unknown
}

/** The request as a command; the values of its body, which are not kept, are left to fill in. */
export function toCurl({ method, path, body_outline }: Request, origin: string): string {
  const parts = [
    `curl -X ${method} '${origin}${path}'`,
    `-H "Authorization: Bearer $SERVICE_API_KEY"`,
  ]
  if (body_outline !== null && body_outline !== undefined)
    parts.push(
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(body_outline).replaceAll("'", String.raw`'\''`)}'`,
    )
  return parts.join(' \\\n  ')
}
