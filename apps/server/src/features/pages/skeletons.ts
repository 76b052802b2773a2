import type { Output } from '@nukkad/contract/contract.ts'
import { pictureSources } from '@nukkad/ui/picture-sources.ts'

type StoreInfo = Output<'get-restaurant-info'>

/** As `StoreCover` says to its own. */
export const STORE_COVER_SIZES = '100vw'

/** Lets the browser fetch the largest picture of the first paint before any script runs. */
export function preloadOf(image: string | undefined, sizes: string): string {
  const sources = image && pictureSources(image).avif
  if (!sources) return ''
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${inAttribute(sources)}" imagesizes="${sizes}" fetchpriority="high">`
}

/** The same picture where the screen will show it: the largest thing on the first paint need not wait for a script. */
export function coverOf(image: string, sizes: string): string {
  const { avif, webp, fallback } = pictureSources(image)
  const source = (type: string, set: string | undefined): string =>
    set ? `<source type="image/${type}" srcset="${inAttribute(set)}" sizes="${sizes}">` : ''
  return `<picture>${source('avif', avif)}${source('webp', webp)}<img src="${inAttribute(fallback)}" alt="" width="780" height="340" fetchpriority="high" decoding="sync"></picture>`
}

/** The head of a store in the places where its screen draws it. */
export function skeletonOfStore({ name, description, image }: StoreInfo): string {
  return `<div class="boot-cover">${image ? coverOf(image, STORE_COVER_SIZES) : ''}</div>
    <p class="title text-title boot-name">${inText(name)}</p>
    <p class="text-small text-ink-2 boot-name">${inText(description ?? '')}</p>
    <div class="boot-shell">${skeletonLines}</div>`
}

const skeletonLines = `<div class="skeleton boot-tabs"></div>${'<div class="skeleton boot-banner"></div>'.repeat(3)}`
/** What stands before the script of any other screen has run. */
export const anySkeleton = `<div class="boot-shell">
  <div class="boot-top"><img src="/assets/img/logos/nukkad.svg" alt="" width="40" height="40"><span class="skeleton boot-line"></span></div>
  ${skeletonLines}</div>`

const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
