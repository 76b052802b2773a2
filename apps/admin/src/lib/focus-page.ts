/** Moves the focus to the page when the element that had it is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus()
}

/** Returns the focus to the element that had it, or to the page where that element cannot take it. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body) before.focus()
  if (document.activeElement !== before || before === document.body) focusPage()
}
