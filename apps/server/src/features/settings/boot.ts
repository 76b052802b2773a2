import type { AppOptions } from '#app.ts'

export async function bootDataFor(
  _services: Omit<AppOptions, never>,
  _page: { home: boolean },
): Promise<{ html: string }> {
  return { html: '' }
}
