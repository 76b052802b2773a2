/**
 * Everything on the desktop page that follows the screen in the phone frame, in one chunk. With several chunks, the
 * build would split small shared files off the screens of the phone.
 */
export { default as DesktopBill } from './desktop-bill.tsx'
export { default as DesktopMap } from './desktop-map.tsx'
export { default as DesktopStore } from './desktop-store.tsx'
export { default as DesktopTracking } from './desktop-tracking.tsx'
