let sheet: CSSStyleSheet | undefined

/**
 * Applies the shop's own CSS and removes the previous one. It uses the stylesheet API and no style element, so that the
 * content security policy can stay strict. The policy also decides what the CSS may load.
 */
export function wearOwnStyle(rules: string): void {
  if (!sheet) {
    if (!rules) return
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  sheet.replaceSync(rules)
}
