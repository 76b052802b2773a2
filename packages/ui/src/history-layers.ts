/**
 * Drawers, sheets and dialogs each take one history entry, so that Back closes the top layer before it leaves the
 * screen (docs/reference/interface.md#screens-and-routes). Entries are told apart by `history.state.layer`.
 */
type Layer = { id: number; close: () => void }

const open: Layer[] = []
let lastId = 0
/** A layer that closed itself gives its entry back a moment later, unless another layer takes the entry over. */
let givingBack: ReturnType<typeof setTimeout> | undefined
/** From our own step back until the browser has taken it. */
let isReturning = false
/** Layers that were closed while another one stood on them: their entries are given back once they are reached. */
const leftBehind = new Set<number>()

/** Those who change the address wait here while an entry is being given back. */
const waiting: (() => void)[] = []

/**
 * Settled when no entry is being given back: a browser that is busy takes a while to go back, and would take along what
 * was written into the address meanwhile.
 */
export async function entryIsGivenBack(): Promise<void> {
  if (givingBack !== undefined || isReturning) await new Promise<void>((resolve) => waiting.push(resolve))
}

function stopWaiting(): void {
  for (const resolve of waiting.splice(0)) resolve()
}

/** Registers an open layer; the answer unregisters it. `close` is called when the person goes back. */
export function enterLayer(close: () => void): () => void {
  const layer = { id: ++lastId, close }
  open.push(layer)
  const state = { ...history.state, layer: layer.id }
  if (takeGivenBackEntry()) history.replaceState(state, '')
  else history.pushState(state, '')
  return () => leaveLayer(layer)
}

/**
 * Whether a navigation that starts now stands on a layer's entry and so should replace it: going back from the next
 * screen then leads to the screen, not to a closed drawer.
 */
export function standsOnLayerEntry(): boolean {
  return takeGivenBackEntry() || topEntry() !== undefined
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

/** A layer that opened while the entry of the one before was given back lost its own entry: it gets another. */
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
  return typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : undefined
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    const reached = topEntry() ?? 0
    if (isReturning) return keepTop(reached)
    for (const layer of open.filter(({ id }) => id > reached).reverse()) layer.close()
  })
}
