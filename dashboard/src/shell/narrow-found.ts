interface Listed {
  deals: readonly { name: string }[]
  hits: readonly { title: string }[] | null
}

/** Of what was found for another text, what has the words of this one in its name. */
export function narrowFound<T extends Listed>(
  { deals, hits }: T,
  text: string,
): Pick<T, 'deals' | 'hits'> {
  const words = text.toLowerCase().split(/\s+/)
  const fits = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word))
  return {
    deals: deals.filter(({ name }) => fits(name)),
    hits: hits?.filter(({ title }) => fits(title)) ?? null,
  }
}
