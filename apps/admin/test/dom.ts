import { onTestFinished, vi } from 'vitest'

/** Installs the parts of a browser that the dashboard uses and the test DOM lacks. */
export function installBrowser(): void {
  installDialogs()
  installPopovers()
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
  globalThis.matchMedia = (media) =>
    ({
      get matches() {
        return isNarrow && media === '(width < 40rem)'
      },
      addEventListener() {},
      removeEventListener() {},
    }) as Partial<MediaQueryList> as MediaQueryList
}

let isNarrow = false

/** Makes the window as narrow as a phone until the end of the test. */
export function narrowWindow(): void {
  isNarrow = true
  onTestFinished(() => {
    isNarrow = false
  })
}

/** Opens and closes modal dialogs. Escape asks the top dialog to close. */
function installDialogs(): void {
  const dialog = HTMLDialogElement.prototype
  dialog.showModal = function () {
    this.open = true
  }
  dialog.close = function () {
    this.open = false
  }
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
    top?.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
}

/** A closed popover is hidden, an open one is not. */
function installPopovers(): void {
  const element = HTMLElement.prototype
  element.togglePopover = function (force?: boolean | { force?: boolean }) {
    const wanted = typeof force === 'object' ? force.force : force
    const isShown = wanted ?? this.style.display !== 'block'
    this.style.display = isShown ? 'block' : ''
    return isShown
  }
  element.showPopover = function () {
    this.togglePopover(true)
  }
  element.hidePopover = function () {
    this.togglePopover(false)
  }
}

/**
 * Gives list items positions below each other, because dragging by keyboard measures positions and the test DOM has no
 * layout.
 */
export function layOutLists(): void {
  const rowPx = 40
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const item = this.closest('li')
    const at = item ? [...(item.parentElement?.children ?? [])].indexOf(item) : 0
    return new DOMRect(0, at * rowPx, 200, rowPx)
  })
  onTestFinished(() => void vi.restoreAllMocks())
}

/** Replaces the browser's downloads until the end of the test, and returns their links and files so far. */
export function watchDownloads(): { links: (string | null)[]; files: Blob[] } {
  const links: (string | null)[] = []
  const files: Blob[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this.getAttribute('href'))
  })
  URL.createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  URL.revokeObjectURL = () => {}
  onTestFinished(() => click.mockRestore())
  return { links, files }
}
