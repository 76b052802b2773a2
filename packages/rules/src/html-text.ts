const BREAK = /<(?:br|\/(?:p|li|h[2-4]|blockquote|tr|td|th))\b[^<>]*>/gi
/** Matches an HTML tag, or the start of a tag at the end of a text that was cut. */
const TAG = /<[/!]?[a-z-][^<>]*(?:>|$)/gi
const letters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/**
 * Returns whether a text contains HTML tags. Most descriptions of items contain no tags, although their format is HTML.
 */
export function hasTags(text: string): boolean {
  return /<[/!]?[a-z-][^<>]*>/i.test(text)
}

/**
 * Returns the words of sanitised HTML as one line without tags, for cards, searches, previews and files of the shop.
 * The result is plain text, so a page must escape it before it shows it as HTML.
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
