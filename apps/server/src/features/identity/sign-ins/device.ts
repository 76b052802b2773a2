const browsers = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/**
 * `Chrome on Android`: enough for somebody to know his own device by, and too little to know it among others. A browser
 * names those whose pages it wants to be shown as well, so the order says which it is.
 */
export function deviceWords(userAgent: string | undefined): string {
  const find = (known: typeof browsers | typeof systems) => known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  const browser = find(browsers) ?? 'Another program'
  const system = find(systems)
  return system ? `${browser} on ${system}` : browser
}
