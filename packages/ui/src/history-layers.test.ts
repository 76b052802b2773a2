import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Installs a browser history that goes back only when the test allows it. */
function installHistory() {
  const states: unknown[] = [null]
  const window = new EventTarget()
  const back = vi.fn()
  vi.stubGlobal('window', window)
  vi.stubGlobal('history', {
    get state() {
      return states.at(-1)
    },
    pushState: (state: unknown) => states.push(state),
    replaceState: (state: unknown) => states.splice(-1, 1, state),
    back,
  })
  const arrive = () => {
    states.pop()
    window.dispatchEvent(new Event('popstate'))
  }
  return { back, arrive }
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a change of the URL waits until the history entry of a closed panel is removed', async () => {
  const { back, arrive } = installHistory()
  const { enterLayer, entryIsGivenBack } = await import('./history-layers.ts')
  await entryIsGivenBack()
  const leave = enterLayer(() => {})
  await entryIsGivenBack()
  leave()
  const written = vi.fn()
  void entryIsGivenBack().then(written)
  await vi.runAllTimersAsync()
  expect(back).toHaveBeenCalledOnce()
  expect(written).not.toHaveBeenCalled()
  arrive()
  await vi.runAllTimersAsync()
  expect(written).toHaveBeenCalledOnce()
})

test('a change of the URL does not wait for an entry that the next panel reuses', async () => {
  const { back } = installHistory()
  const { enterLayer, entryIsGivenBack } = await import('./history-layers.ts')
  const leave = enterLayer(() => {})
  leave()
  const written = vi.fn()
  void entryIsGivenBack().then(written)
  enterLayer(() => {})
  await vi.runAllTimersAsync()
  expect(back).not.toHaveBeenCalled()
  expect(written).toHaveBeenCalledOnce()
})

test('a panel that closes while a page loads does not go back, because the page uses its entry', async () => {
  const { back } = installHistory()
  const { enterLayer, takeLayerEntry } = await import('./history-layers.ts')
  expect(takeLayerEntry()).toBe(false)
  const leave = enterLayer(() => {})
  expect(takeLayerEntry()).toBe(true)
  leave()
  await vi.runAllTimersAsync()
  expect(back).not.toHaveBeenCalled()
})
