/** A service that the customer wants, before a time for it is chosen. */
export type Chosen = {
  itemId: number
  /** The id of the chosen person; null for anyone. */
  stylistId: number | null
  /**
   * Ids of the chosen add-ons; undefined until the customer has chosen, which means the first add-on of each single
   * choice.
   */
  addons?: number[]
  /** Whether this service starts at the time at which the previous service starts. */
  isBeside: boolean
}

/** Returns the path on which these services are booked, such as `/book/glow?s=12.5,13.0b`. */
export function bookPath(slug: string, chosen: readonly Chosen[]): string {
  return `/book/${slug}${choiceQuery(chosen)}`
}

/** Returns chosen services as the query of a path; '' for none. */
export function choiceQuery(chosen: readonly Chosen[]): string {
  const services = chosen.map(({ itemId, stylistId, isBeside }) => `${itemId}.${stylistId ?? 0}${isBeside ? 'b' : ''}`)
  return services.length > 0 ? `?s=${services.join(',')}` : ''
}

/** Reads the chosen services from the query of a booking path, and skips invalid parts. */
export function readChosen(text: string | null): Chosen[] {
  return (text ?? '').split(',').flatMap((part): Chosen[] => {
    const [, item, stylist, mark] = /^(\d{1,9})(?:\.(\d{1,9}))?(b)?$/.exec(part) ?? []
    if (!item) return []
    return [{ itemId: Number(item), stylistId: Number(stylist ?? 0) || null, isBeside: mark === 'b' }]
  })
}
