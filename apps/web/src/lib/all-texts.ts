let arriving: Promise<unknown> = Promise.resolve()

/** Records that a first visit is loading the texts of all screens. */
export function expectTexts(texts: Promise<unknown>): void {
  arriving = texts
}

/**
 * Resolves when the texts of all screens are stored. The page embeds only the texts of its own screen, so on a first
 * visit other screens, and the answers that refuse a call, wait for this promise. The promise also resolves if the
 * texts cannot be fetched.
 */
export function allTexts(): Promise<unknown> {
  return arriving
}
