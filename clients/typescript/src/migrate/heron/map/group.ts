/** Items by their key, in order. Node 20 has no Map.groupBy. */
export function groupBy<K, V>(items: readonly V[], read: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>()
  for (const item of items) {
    const key = read(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
