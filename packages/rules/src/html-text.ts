const BREAK = /<(?:br|\/(?:p|li|h[2-4]|blockquote|tr|td|th))\b[^<>]*>/gi
/** A tag, or the start of one that a text cut at its end has left. */
const TAG = /<[/!]?[a-z-][^<>]*(?:>|$)/gi
const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Returns whether a text has tags. Descriptions are HTML, but most have none. */
export function hasTags(text: string): boolean {
  return /<[/!]?[a-z-][^<>]*>/i.test(text)
}

/**
 * Returns the words of cleaned HTML in one line, without tags, for cards, searches, previews and files. The result is
 * text, which a page must escape.
 */
export function plainTextOf(html: string): string {
  if (!/[<&]/.test(html)) return html
  return html
    .replace(BREAK, ' ')
    .replace(TAG, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => letters[name]!)
    .replace(/\s+/g, ' ')
    .trim()
}
