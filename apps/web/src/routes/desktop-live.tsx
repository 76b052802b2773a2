/**
 * All parts of the desktop page that change with the screen in the phone frame, in one chunk. With several chunks, the
 * build would put small files of the phone's screens into separate chunks.
 */
export { default as DesktopBill } from './desktop-bill.tsx'
export { default as DesktopMap } from './desktop-map.tsx'
export { default as DesktopStore } from './desktop-store.tsx'
export { default as DesktopTracking } from './desktop-tracking.tsx'
