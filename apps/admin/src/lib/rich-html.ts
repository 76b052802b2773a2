import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

const link = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i
const ownPicture = /^\/assets\/img\/[\w./-]+$/

/**
 * The nodes and marks of the editor whose HTML the server allows
 * (docs/reference/security.md#html-links-and-stored-settings).
 */
export const richExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      isAllowedUri: (url) => link.test(url),
      HTMLAttributes: { target: null, rel: null },
    },
    code: false,
    codeBlock: false,
    strike: false,
    horizontalRule: false,
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
  }),
  // Only the shop's own pictures are kept. A pasted picture of another site would be loaded from that site.
  Image.extend({
    parseHTML: () => [
      { tag: 'img[src]', getAttrs: (image) => (ownPicture.test(image.getAttribute('src') ?? '') ? null : false) },
    ],
  }).configure({ inline: true }),
  // The table is rendered without the style attributes of the editor's own version, because the content security policy
  // refuses them.
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader,
  TableCell,
]

/** Returns a stored description, HTML or plain text with line breaks, as HTML for the editor. */
export function contentOf(stored: string): string {
  return /<[a-z]/i.test(stored) ? stored : stored.replaceAll('\n', '<br>')
}

/**
 * Returns the HTML to store from the editor's HTML, without empty paragraphs and list items. A single paragraph is
 * stored without its tag.
 */
export function storedOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const part of body.querySelectorAll('p, li')) if (isEmpty(part)) part.remove()
  for (const list of body.querySelectorAll('ul, ol')) if (list.children.length === 0) list.remove()
  for (const line of body.querySelectorAll('li > p:first-child, :is(td, th) > p:only-child')) {
    line.replaceWith(...line.childNodes)
  }
  const only = body.children.length === 1 && body.firstElementChild?.matches('p') ? body.firstElementChild : body
  return only.innerHTML.replaceAll('&nbsp;', ' ').trim()
}

const isEmpty = (part: Element) => part.textContent.trim() === '' && !part.querySelector('img')
