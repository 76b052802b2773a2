/* The functions of this file find faults in the layout of a page. They run inside the page, so the functions use
   only the page's own globals. */

/**
 * Returns the layout faults of the current screen after scrolling to its end: a page wider than the window, text
 * outside of the window or of its control, text that is cut off, content covered by a dock, a header or dock that takes
 * half the window, and overlapping lines.
 */
export function findProblems(): string[] {
  const root = document.documentElement
  const layer = [...document.querySelectorAll('dialog[open]')].at(-1)
  const found: string[] = []
  if (!layer) {
    scrollTo({ top: 0, behavior: 'instant' })
    const tops = [...document.querySelectorAll('#content [data-foot]')].map((dock) => dock.getBoundingClientRect().top)
    const covered = innerHeight - Math.min(innerHeight, ...tops)
    const scrolls = root.scrollHeight > innerHeight * 1.5
    if (scrolls && covered > innerHeight * 0.4) found.push(`the dock takes ${Math.round(covered)} px`)
    scrollTo({ top: root.scrollHeight, behavior: 'instant' })
  }
  const tooWide = root.scrollWidth - root.clientWidth
  if (tooWide > 0) found.push(`the page is ${tooWide} px too wide`)

  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.sr-only, [inert], [aria-hidden="true"], svg') === null
  /** Returns whether an element is inside a part of the screen that scrolls along an axis. */
  const scrolls = (element: Element, axis: 'overflowX' | 'overflowY'): boolean => {
    for (let at: Element | null = element; at && at !== document.body && at !== layer; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at)[axis])) return true
    }
    return false
  }
  /** Returns whether an element keeps its position in the window while the screen scrolls. */
  const floats = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).position === 'fixed') return true
    }
    return false
  }
  /** Returns the line with an ellipsis that contains an element. */
  const truncatedLine = (element: Element): Element | null => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { textOverflow, overflowX, display } = getComputedStyle(at)
      if (textOverflow === 'ellipsis' && overflowX !== 'visible') return at
      if (display !== 'inline') return null
    }
    return null
  }
  const docks = [...document.body.querySelectorAll('*')].filter((element) => {
    const { bottom, width } = element.getBoundingClientRect()
    const isAtFoot = bottom > innerHeight - 40 && bottom < innerHeight + 40 && width > innerWidth / 2
    return isAtFoot && getComputedStyle(element).position === 'fixed' && isSeen(element)
  })
  const dockTop = Math.min(innerHeight, ...docks.map((dock) => dock.getBoundingClientRect().top))

  const head = [...document.querySelectorAll('#content *')]
    .filter((element) => {
      const { position, bottom } = getComputedStyle(element)
      return position === 'sticky' && bottom === 'auto' && isSeen(element)
    })
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, width }) => top >= 0 && top < innerHeight / 2 && width > innerWidth / 2)
  const headEnd = Math.max(0, ...head.map(({ bottom }) => bottom))
  const hasRoomToScroll = root.scrollHeight > innerHeight * 1.5
  if (!layer && hasRoomToScroll && headEnd > innerHeight * 0.4) found.push(`the head takes ${Math.round(headEnd)} px`)

  const nodes = document.createTreeWalker(layer ?? document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const holder = node.parentElement!
    const text = node.textContent!.trim()
    if (!text || !isSeen(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width < 2) continue
    const control = holder.closest('a[href], button, label, summary')
    // Names of people, stores and places may be truncated; the product's own texts may not.
    const { lineHeight, fontSize } = getComputedStyle(holder)
    if (Number.parseFloat(lineHeight) < Number.parseFloat(fontSize)) found.push(`the lines of "${text}" overlap`)
    const isOwn = holder.closest('[dir="auto"]') === null && (control !== null || !/[a-z]{2}/i.test(text))
    // A part of a line that ends with an ellipsis is checked together with the whole line.
    const cutting = getComputedStyle(holder).overflowX === 'visible' ? truncatedLine(holder) : holder
    if (cutting) {
      const hidden = Math.max(
        cutting.scrollWidth - cutting.clientWidth,
        cutting.scrollHeight - cutting.clientHeight - 4,
      )
      if (isOwn && hidden > 1) found.push(`"${text}" is cut off`)
    } else {
      const outside = Math.round(Math.max(-box.left, box.right - root.clientWidth))
      if (outside > 1 && !scrolls(holder, 'overflowX')) found.push(`"${text}" stands ${outside} px outside`)
      const frame = control?.getBoundingClientRect() ?? box
      const over = [frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom]
      if (Math.max(...over) > 2) found.push(`"${text}" does not fit into its ${control?.tagName}`)
    }
    const covered = Math.round(box.bottom - dockTop)
    const isOfScreen = !layer && holder.closest('#content') !== null
    if (isOfScreen && covered > 1 && !floats(holder) && !scrolls(holder, 'overflowY'))
      found.push(`"${text}" ends ${covered} px behind a dock`)
  }
  return found
}

/** Returns the words in Latin letters that people see or hear on the current screen. */
export function latinWords(): string[] {
  const texts: string[] = []
  const screen = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const nodes = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.parentElement!.closest('script, style, noscript, template, #demo-banner') === null)
      texts.push(node.textContent!)
  }
  for (const element of screen.querySelectorAll('*')) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) texts.push(element.getAttribute(name) ?? '')
  }
  return texts.flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? [])
}

/** Returns, for each text, the form of all languages that is widest in the page's font. */
export async function widestTexts(forms: Record<string, string>[]): Promise<Record<string, string>> {
  const font = getComputedStyle(document.body).fontFamily
  await Promise.all(forms.map((texts) => document.fonts.load(`15px ${font}`, Object.values(texts).join(''))))
  const pen = document.createElement('canvas').getContext('2d')!
  pen.font = `15px ${font}`
  const widthOf = (text: string): number => pen.measureText(text.replaceAll(/<[^>]*>/g, '')).width
  return Object.fromEntries(
    Object.keys(forms[0]!).map((key) => {
      const texts = forms.map((form) => form[key]!)
      return [key, texts.reduce((widest, text) => (widthOf(text) > widthOf(widest) ? text : widest))]
    }),
  )
}
