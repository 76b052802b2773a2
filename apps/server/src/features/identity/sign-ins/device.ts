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
 * Returns a short name such as `Chrome on Android`. People recognise their own device by this name, which is too
 * general to identify a device. The user agent of a browser also names other browsers, so the first match in the list
 * counts.
 */
export function deviceName(userAgent: string | undefined): string {
  const find = (known: typeof browsers | typeof systems) => known.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  const browser = find(browsers) ?? 'Another program'
  const system = find(systems)
  return system ? `${browser} on ${system}` : browser
}
