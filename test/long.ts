/** Why what takes long is left out; false under `npm run walks`, which has the time. */
export function whyNotLong(): string | false {
  return process.env.WALKS ? false : 'made by npm run walks'
}
