/**
 * Drawers, sheets and dialogs each take one history entry, so that Back closes the top layer before it leaves the
 * screen (ux §2). Entries are told apart by `history.state.layer`.
 */
type Layer = { id: number; close: () => void }

const open: Layer[] = []
let lastId = 0
/** A layer that closed itself gives its entry back a moment later, unless another layer takes the entry over. */
let givingBack: ReturnType<typeof setTimeout> | undefined

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
  if (topEntry() !== layer.id) return
  givingBack = setTimeout(() => {
    givingBack = undefined
    history.back()
  }, 0)
}

function takeGivenBackEntry(): boolean {
  if (givingBack === undefined) return false
  clearTimeout(givingBack)
  givingBack = undefined
  return true
}

function topEntry(): number | undefined {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : undefined
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    const reached = topEntry() ?? 0
    for (const layer of open.filter(({ id }) => id > reached).reverse()) layer.close()
  })
}
