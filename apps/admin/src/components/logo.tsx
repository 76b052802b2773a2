import { markPetals } from '@nukkad/ui/mark.ts'

/**
 * The shop's logo, which the server writes into the page; the default where it is missing, as in the development
 * server.
 */
const { hasOwnLogo = false, shopName: ownName = '' } = JSON.parse(
  document.getElementById('brand')?.textContent ?? '{}',
) as {
  hasOwnLogo?: boolean
  shopName?: string
}

/** The name of the shop; empty if it has no name, and in the development server. */
export const shopName = ownName

/** Shows the shop's logo, or the product's mark in the brand colour if the shop has none. */
export function Logo({ sizePx }: { sizePx: number }) {
  if (hasOwnLogo) return <img src="/assets/img/logos/logo.png" alt="" width={sizePx} height={sizePx} />
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" width={sizePx} height={sizePx} className="shrink-0">
      <rect width="96" height="96" rx="26" className="fill-fill" />
      <g transform="translate(13.4 14) scale(.72)" className="fill-on">
        {markPetals.map(({ path, opacity }) => (
          <path key={path} d={path} fillOpacity={opacity} />
        ))}
      </g>
    </svg>
  )
}
