/** Where the focus goes when what had it is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus()
}

/** Gives the focus back to who had it, or to the page where that cannot take it any more. */
export function focusAgain(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body) before.focus()
  if (document.activeElement !== before || before === document.body) focusPage()
}
