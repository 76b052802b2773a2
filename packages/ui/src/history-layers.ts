/**
 * Each drawer, sheet and dialog (a layer) takes one history entry, so that Back closes the top layer before it leaves
 * the screen (docs/reference/interface.md#screens-and-routes). `history.state.layer` identifies the entry.
 */
type Layer = { id: number; close: () => void }

const open: Layer[] = []
let lastId = 0
/**
 * The timer after which a layer that closed without Back removes its history entry by going back, unless another layer
 * uses the entry first.
 */
let givingBack: ReturnType<typeof setTimeout> | undefined
/** True from the time when the app goes back a history entry until the browser has done it. */
let isReturning = false
/** Layers that closed while another layer was above them. Their history entries are removed when Back reaches them. */
const leftBehind = new Set<number>()

/** Functions that change the URL wait here until the browser has gone back. */
const waiting: (() => void)[] = []

/** Returns whether the browser is still going back from the entry of a layer that closed. */
export function isGoingBack(): boolean {
  return isReturning
}

/**
 * Resolves when the browser is not going back from the entry of a closed layer. A busy browser takes time to go back,
 * and would undo a URL that was written in the meantime.
 */
export async function entryIsGivenBack(): Promise<void> {
  if (givingBack !== undefined || isReturning) await new Promise<void>((resolve) => waiting.push(resolve))
}

function stopWaiting(): void {
  for (const resolve of waiting.splice(0)) resolve()
}

/**
 * Registers an open layer and returns the function that unregisters it. The parameter `close` is called when the person
 * goes back.
 */
export function enterLayer(close: () => void): () => void {
  const layer = { id: ++lastId, close }
  open.push(layer)
  const state = { ...history.state, layer: layer.id }
  if (takeGivenBackEntry()) history.replaceState(state, '')
  else history.pushState(state, '')
  return () => leaveLayer(layer)
}

/**
 * Returns true when the current history entry belongs to a layer, such as a drawer. A navigation should replace the
 * entry of a layer, so that Back from the next screen leads to this screen and not to a closed drawer.
 */
export function standsOnLayerEntry(): boolean {
  return takeGivenBackEntry() || topEntry() !== undefined
}

/**
 * Hands the history entry of the open layer over to a page that the app is opening. Returns whether the layer had an
 * entry. The layer may close before the page has loaded, and would go back one entry when it closes. A layer without an
 * entry does not go back, which would undo the opening of the page.
 */
export function takeLayerEntry(): boolean {
  if (takeGivenBackEntry()) return true
  if (topEntry() === undefined) return false
  history.replaceState({ ...history.state, layer: undefined }, '')
  return true
}

function leaveLayer(layer: Layer) {
  const index = open.indexOf(layer)
  if (index >= 0) open.splice(index, 1)
  if (topEntry() !== layer.id) {
    leftBehind.add(layer.id)
    return
  }
  givingBack = setTimeout(() => {
    givingBack = undefined
    isReturning = true
    history.back()
  }, 0)
}

function takeGivenBackEntry(): boolean {
  if (givingBack === undefined) return false
  clearTimeout(givingBack)
  givingBack = undefined
  stopWaiting()
  return true
}

/**
 * Reacts when the browser has gone back from the entry of a closed layer. Goes back once more if the browser has
 * reached the entry of a layer that closed earlier. Adds a new entry for a layer that opened in the meantime, because
 * going back has removed that layer's entry.
 */
function keepTop(reached: number): void {
  isReturning = false
  if (leftBehind.delete(reached)) {
    isReturning = true
    history.back()
    return
  }
  stopWaiting()
  const top = open.at(-1)
  if (top && top.id > reached) history.pushState({ ...history.state, layer: top.id }, '')
}

function topEntry(): number | undefined {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layer' in state && state.layer !== undefined
    ? Number(state.layer)
    : undefined
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    const reached = topEntry() ?? 0
    if (isReturning) return keepTop(reached)
    for (const layer of open.filter(({ id }) => id > reached).reverse()) layer.close()
  })
}
