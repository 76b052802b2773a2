import type { CSSProperties } from 'react'

/** The height of the phone frame in px, which is also the maximum height of the panels next to it. */
const FRAME_PX = 724

/**
 * Styles that only the desktop page has, inline, because classes would be in the first stylesheet, which phones load
 * too.
 */
export const desktop = {
  phone: {
    boxShadow:
      '0 2px 6px var(--shade-1), 0 40px 80px -24px color-mix(in oklab, var(--c-fill) 45%, transparent), inset 0 0 0 1.5px rgb(255 255 255 / 0.16)',
  },
  button: { position: 'absolute', width: 4, borderRadius: 2, background: 'light-dark(var(--c-ink), var(--c-line))' },
  place: { display: 'inline-flex', maxWidth: '100%', marginBottom: 20, padding: '6px 14px', borderRadius: 999 },
  code: { width: 104, height: 104, flex: 'none', borderRadius: 8 },
  panel: { maxHeight: FRAME_PX, overflowY: 'auto', scrollbarWidth: 'thin' },
  cover: { height: 160, overflow: 'hidden' },
  map: { position: 'relative', height: FRAME_PX, overflow: 'hidden' },
  block: { position: 'relative', height: 320, overflow: 'hidden' },
  dish: {
    position: 'absolute',
    insetBlockEnd: -40,
    insetInlineEnd: -32,
    width: 208,
    height: 208,
    overflow: 'hidden',
    borderRadius: '50%',
  },
} as const satisfies Record<string, CSSProperties>
