import { defaultBrand, themeVariables } from '@nukkad/ui/theme.ts'
import { showInstead } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { isRecord } from '#lib/storage.ts'
import { usePlace } from '#stores/place.ts'

/**
 * Applies the theme that staff edit in the dashboard page around this frame. The frame stores nothing, so the published
 * theme does not change.
 */
export function followStudio(): void {
  // The location counts as chosen in the preview, because the question for a location would cover the preview.
  usePlace.setState({ hasPicked: true })
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent || !isRecord(data) || data.kind !== 'look') return
    if (isRecord(data.values)) wear(data.values)
    if (data.scheme === 'light' || data.scheme === 'dark') document.documentElement.dataset.scheme = data.scheme
    if (typeof data.path === 'string' && data.path !== location.pathname) go(data.path)
  })
  parent.postMessage({ kind: 'ready' }, location.origin)
}

function wear(values: Record<string, unknown>): void {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const variant = Object.fromEntries(texts)
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(themeVariables({ ...defaultBrand, ...variant })))
    style.setProperty(name, value)
  style.setProperty('--tile-radius', `${Number(variant.restaurantCategorySliderStyle) || 0}rem`)
  showInstead(variant)
}
