import { Editor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'

/** The addresses that a link of a stored text may have. */
export const link = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i
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
  // The editor keeps only pictures of the shop, because a pasted picture of another site would be loaded from that
  // site.
  Image.extend({
    parseHTML: () => [
      { tag: 'img[src]', getAttrs: (image) => (ownPicture.test(image.getAttribute('src') ?? '') ? null : false) },
    ],
  }).configure({ inline: true }),
  // Renders a table without the style attributes that the editor adds by default, because the content security policy
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

/**
 * Returns the tags and attributes that the editor would remove from a text, or null if the editor keeps the text's
 * meaning. An empty list means that the editor would only arrange the text differently.
 */
export function lossOf(stored: string): string[] | null {
  const editor = new Editor({ element: null, extensions: richExtensions, content: contentOf(stored), injectCSS: false })
  const kept = editor.getHTML()
  editor.destroy()
  if (meaningOf(stored) === meaningOf(kept)) return null
  const remaining = new Set(partsOf(kept))
  return [...new Set(partsOf(stored))].filter((part) => !remaining.has(part))
}

/** Tags that mean the same as another tag, and with an empty name the tags that a browser adds or leaves out. */
const sameTags: Record<string, string> = { b: 'strong', i: 'em', thead: '', tbody: '' }
/** Matches attributes that the server sets on each link, and attributes whose value is the default. */
const impliedAttributes = /^(?:rel|target)=|^(?:col|row)span="1"$/
const blocks = 'p|h[1-6]|ul|ol|li|table|tr|td|th|blockquote|div'
const inline = /^(?:#text|A|B|STRONG|I|EM|U|S|BR|IMG|SPAN|CODE|SUB|SUP|SMALL)$/

const tagOf = ({ localName }: Element) => sameTags[localName] ?? localName
const attributesOf = ({ attributes }: Element) =>
  [...attributes].map(({ name, value }) => `${name}="${value}"`).filter((text) => !impliedAttributes.test(text))

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}

function partsOf(html: string): string[] {
  return [...parse(html).querySelectorAll('*')].flatMap((element) => [
    ...(tagOf(element) ? [`<${tagOf(element)}>`] : []),
    ...attributesOf(element).map((text) => text.replace(/=.*/s, '')),
  ])
}

/** Returns a text in a normal form, so that two texts with the same meaning are equal. */
function meaningOf(html: string): string {
  const body = parse(storedOf(contentOf(html)))
  let paragraph: Element | null = null
  for (const node of Array.from(body.childNodes)) {
    if (!inline.test(node.nodeName)) {
      paragraph = null
      continue
    }
    if (!paragraph) {
      paragraph = body.ownerDocument.createElement('p')
      node.before(paragraph)
    }
    paragraph.append(node)
  }
  const text = [...body.childNodes].map(writtenOf).join('')
  return text.replaceAll(new RegExp(String.raw`\s*(</?(?:${blocks})\b[^>]*>)\s*`, 'g'), '$1').replaceAll('<p></p>', '')
}

function writtenOf(node: Node): string {
  if (!(node instanceof Element)) return (node.textContent ?? '').replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
  const [tag, inner] = [tagOf(node), [...node.childNodes].map(writtenOf).join('')]
  return tag ? `<${[tag, ...attributesOf(node).toSorted()].join(' ')}>${inner}</${tag}>` : inner
}
