/** Words in common over the distinct words of the shorter list; 0 when one list is empty. */
export function computeSharedWords(left: readonly string[], right: readonly string[]): number {
  const [few, many] = [new Set(left), new Set(right)]
  const shorter = Math.min(few.size, many.size)
  return shorter === 0 ? 0 : few.intersection(many).size / shorter
}
