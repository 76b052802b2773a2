/** All that follows the framed screen, in one chunk: screens of a phone must not share small files because of it. */
export { default as DesktopBill } from './desktop-bill.tsx'
export { default as DesktopMap } from './desktop-map.tsx'
export { default as DesktopStore } from './desktop-store.tsx'
export { default as DesktopTracking } from './desktop-tracking.tsx'
