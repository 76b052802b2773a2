let sheet: CSSStyleSheet | undefined

/**
 * Wears style rules that the shop has written for itself, and nothing of those before. They are handed over as rules
 * and not as markup, so that the content security policy stays as strict as it is; what they load it judges.
 */
export function wearOwnStyle(rules: string): void {
  if (!sheet) {
    if (!rules) return
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets.push(sheet)
  }
  sheet.replaceSync(rules)
}
