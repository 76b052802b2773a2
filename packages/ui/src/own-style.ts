let sheet: CSSStyleSheet | undefined

/**
 * Applies the shop's own CSS and removes the previous one. The function uses the stylesheet API and no style element,
 * so that the content security policy can stay strict. The content security policy also decides which files the CSS may
 * load.
 */
export function wearOwnStyle(rules: string): void {
  if (!sheet) {
    if (!rules) return
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  sheet.replaceSync(rules)
}
