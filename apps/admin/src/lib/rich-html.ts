/** The tags that the server keeps (docs/reference/security.md#html-links-and-stored-settings). */
const kept = new Set([
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'a', 'img'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
])
/** Tags whose content is no text to read. */
const left = new Set(['script', 'style', 'title', 'template', 'noscript', 'iframe', 'textarea', 'svg', 'math'])
const blocks = 'p, ul, ol, h2, h3, h4, blockquote, table'

/** Returns stored HTML as nodes that may stand in the page: known tags, with links and own pictures alone. */
export function nodesOf(html: string): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (/<[a-z]/i.test(html)) return [...body.childNodes].flatMap(copyOf)
  return body.textContent
    .split('\n')
    .flatMap((line, index) => (index > 0 ? [element('br'), line] : [line]))
    .map(asNode)
}

/** Returns the HTML of what stands in an editor; one paragraph without marks is its text alone. */
export function htmlOf(editor: Element): string {
  const holder = element('div')
  holder.append(...inParagraphs([...editor.childNodes].flatMap(copyOf)))
  for (const one of holder.querySelectorAll('p, li')) if (isEmpty(one)) one.remove()
  for (const list of holder.querySelectorAll('ul, ol')) if (list.children.length === 0) list.remove()
  while (holder.lastChild?.nodeName === 'BR') holder.lastChild.remove()
  if (isEmpty(holder)) return ''
  const only =
    holder.childNodes.length === 1 && holder.firstElementChild?.matches('p') ? holder.firstElementChild : holder
  return only.innerHTML.replaceAll('&nbsp;', ' ').trim()
}

function copyOf(node: Node): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)]
  if (!(node instanceof Element) || left.has(node.localName)) return []
  const inside = [...node.childNodes].flatMap(copyOf)
  const name = node.localName === 'div' ? 'p' : node.localName
  // Browsers put lists into paragraphs, where HTML does not allow them.
  const holdsBlock = name === 'p' && inside.some(isBlock)
  if (!kept.has(name) || holdsBlock) return inside
  const copy = element(name)
  if (copy instanceof HTMLAnchorElement) keep(copy, node, 'href', /^(?:https?:\/\/|mailto:|tel:)[^\s<>"]+$/i)
  if (copy instanceof HTMLImageElement) {
    if (!keep(copy, node, 'src', /^\/assets\/img\/[\w./-]+$/)) return []
    copy.alt = node.getAttribute('alt') ?? ''
  }
  copy.append(...inside)
  return [copy]
}

function keep(copy: Element, node: Element, name: string, form: RegExp): boolean {
  const value = node.getAttribute(name) ?? ''
  if (form.test(value)) copy.setAttribute(name, value)
  return form.test(value)
}

/** Puts text that stands next to paragraphs and lists into paragraphs of its own. */
function inParagraphs(nodes: Node[]): Node[] {
  if (!nodes.some(isBlock)) return nodes
  const all: Node[] = []
  let open: Element | undefined
  for (const node of nodes) {
    if (isBlock(node)) open = undefined
    else if (!open) {
      open = element('p')
      all.push(open)
    }
    if (open) open.append(node)
    else all.push(node)
  }
  return all
}

const element = (name: string) => document.createElement(name)
const asNode = (part: string | Node) => (typeof part === 'string' ? document.createTextNode(part) : part)
const isBlock = (node: Node) => node instanceof Element && node.matches(blocks)
const isEmpty = (node: Element) => node.textContent.trim() === '' && !node.querySelector('img')
