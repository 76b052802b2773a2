let arriving: Promise<unknown> = Promise.resolve()

/** Records that a first visit is loading the texts of all screens. */
export function expectTexts(texts: Promise<unknown>): void {
  arriving = texts
}

/**
 * Resolves when the texts of all screens are stored. The page embeds only those of its own screen, so on a first visit
 * other screens, and the answers that refuse a call, wait for this. A failure to fetch the texts is only logged.
 */
export function allTexts(): Promise<unknown> {
  return arriving
}
