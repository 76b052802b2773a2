import type sanitize from 'sanitize-html'
import { libraries } from '#libraries.ts'

/** Matches the URLs that links may have: only complete URLs. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i
const LINK_REL = 'noopener noreferrer nofollow'

/**
 * Tags in the texts of a store (docs/reference/security.md#html-links-and-stored-settings): without attributes, except
 * the URLs of links and pictures.
 */
const allowed: sanitize.IOptions = {
  allowedTags: [
    'p',
    'br',
    'b',
    'strong',
    'i',
    'em',
    'u',
    'ul',
    'ol',
    'li',
    'h2',
    'h3',
    'h4',
    'blockquote',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'img'],
  parseStyleAttributes: false,
  transformTags: { a: asLink },
  // Removes a picture that is not one of our own uploads.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/assets\/img\/[\w./-]+$/.test(attribs.src ?? ''),
}

function asLink(tagName: string, { href = '' }: sanitize.Attributes): sanitize.Tag {
  return { tagName, attribs: LINK.test(href) ? { href, rel: LINK_REL } : {} }
}

/**
 * Returns HTML with only the allowed tags; open tags are closed. The server cleans on write, and `RichText` of the
 * screens cleans again on display.
 * @see docs/reference/security.md#html-links-and-stored-settings
 */
export function cleanHtml(html: string): string {
  return libraries.sanitizeHtml(html, allowed).trim()
}

/** Cleans like `cleanHtml`, but keeps a text that cannot contain a tag exactly as typed. */
export function cleanDescription(html: string): string {
  return html.includes('<') ? cleanHtml(html) : html
}
