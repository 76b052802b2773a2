/** Tags that the words of a store may hold (security §11), all without attributes but a link's address. */
const allowed = new Set([
  ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'a'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
])
const tagPattern = /<(\/?)([a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
/** What stands between these tags is never words. */
const notWords = /<(script|style|iframe|object|svg|math|template|noscript|textarea|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const comment = /<!--[\s\S]*?(?:-->|$)/g
/** No quote, bracket, space or control character, so that it stays inside its attribute. */
const linkAddress = /^(?:https?:\/\/|mailto:|tel:)[^\s"'<>`\p{Cc}]+$/iu

/**
 * HTML with nothing in it but the allowed tags. It is written anew: whatever is not recognised as such a tag ends up as
 * text, and what was left open is closed, so that nothing a person sends can act or reach beyond its place.
 * @see security §11
 */
export function cleanHtml(html: string): string {
  const source = html.replace(comment, '').replace(notWords, '')
  const open: string[] = []
  let clean = ''
  let end = 0
  for (const match of source.matchAll(tagPattern)) {
    clean += escapeText(source.slice(end, match.index))
    end = match.index + match[0].length
    clean += writeTag({ isClosing: match[1] === '/', name: match[2]!.toLowerCase(), attributes: match[3]! }, open)
  }
  return (clean + escapeText(source.slice(end)) + closeAll(open)).trim()
}

function writeTag(tag: { isClosing: boolean; name: string; attributes: string }, open: string[]): string {
  const { isClosing, name, attributes } = tag
  if (!allowed.has(name)) return ''
  if (name === 'br') return isClosing ? '' : '<br>'
  if (isClosing) return open.includes(name) ? closeAll(open, name) : ''
  open.push(name)
  return name === 'a' ? `<a${linkAttributes(attributes)}>` : `<${name}>`
}

/** Closes the tags that were opened since this one, and it; all of them without a name. */
function closeAll(open: string[], until?: string): string {
  let closing = ''
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    closing += `</${name}>`
    if (name === until) break
  }
  return closing
}

function linkAttributes(attributes: string): string {
  const [, double, single] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
  const address = (double ?? single ?? '').trim()
  return linkAddress.test(address) ? ` href="${address}" rel="noopener noreferrer nofollow"` : ''
}

/** Entities stay: they are text wherever text stands. */
function escapeText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
