const NAME = '[^\\s,;:<>@"]+'
/** Of a host that mail can be sent to, which has an ending. */
const HOST = '[^\\s,;:<>@".]+(?:\\.[^\\s,;:<>@".]+)*\\.[^\\s,;:<>@".]{2,}'
/** One address that can receive mail, without a name. */
export const EMAIL_ADDRESS = `${NAME}@${HOST}`

const WHOLE = new RegExp(`^${EMAIL_ADDRESS}$`)

/** What is wrong with an address that mail cannot reach, and the nearest one that it can. */
export function describeAddressFault(text: string): string {
  const bare = text
    .trim()
    .replace(/^mailto:/i, '')
    .replaceAll(/^[<"\s]+|[>",;.\s]+$/g, '')
    .replaceAll(/\s+/g, '')
  const near = [bare, `${bare}.com`].find((one) => WHOLE.test(one))
  const hint = near === undefined ? 'One is name@business.com.' : `Did you mean ${near}?`
  return `is no e-mail address that can receive. ${hint}`
}
