/** Moves the focus to the page, for use when the element that had the focus is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus()
}

/** Returns the focus to the element that had it before, or to the page if that element cannot take the focus. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body) before.focus()
  if (document.activeElement !== before || before === document.body) focusPage()
}
