import sanitize from 'sanitize-html'

/** Whole addresses only. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i
const LINK_REL = 'noopener noreferrer nofollow'

/**
 * What the words of a store may hold (docs/reference/security.md#html-links-and-stored-settings): tags without
 * attributes, but a link's address and a picture.
 */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'img'],
  parseStyleAttributes: false,
  transformTags: { a: asLink },
  // Pictures come from our own uploads only.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/assets\/img\/[\w./-]+$/.test(attribs.src ?? ''),
}

function asLink(tagName: string, { href = '' }: sanitize.Attributes): sanitize.Tag {
  return { tagName, attribs: LINK.test(href) ? { href, rel: LINK_REL } : {} }
}

/**
 * HTML with nothing in it but the allowed tags; what was left open is closed. Cleaned on write, and again where it is
 * shown (`RichText` of the screens).
 * @see docs/reference/security.md#html-links-and-stored-settings
 */
export function cleanHtml(html: string): string {
  return sanitize(html, allowed).trim()
}
