/** One thing that was requested, as its request named it. */
export interface RequestedItem {
  code: string
  label: string
  requestText: string
}

/**
 * Which of the requested items have arrived, by what is missing now. An item whose label is gone
 * may be missing in part under another one, such as fewer months; then it is still open.
 */
export function settleItems<Item extends RequestedItem>(
  requested: readonly Item[],
  missing: readonly Pick<RequestedItem, 'code' | 'label'>[],
): (Item & { status: 'missing' | 'received' })[] {
  const isNamed = ({ code, label }: Pick<RequestedItem, 'code' | 'label'>): boolean =>
    requested.some((item) => item.code === code && item.label === label)
  return requested.map((item) => {
    const ofCode = missing.filter(({ code }) => code === item.code)
    const isOpen = ofCode.some((one) => one.label === item.label || !isNamed(one))
    return { ...item, status: isOpen ? 'missing' : 'received' }
  })
}
