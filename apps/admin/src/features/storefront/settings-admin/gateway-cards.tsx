import type { ReactNode } from 'react'
import { type AdminSetting, gateways } from './groups.ts'

/** Lists the payment methods, each with the switch that offers it and, below, the fields for its keys (U-22). */
export function GatewayCards({
  settings,
  draw,
}: {
  settings: readonly AdminSetting[]
  draw: (setting: AdminSetting) => ReactNode
}) {
  return gateways.map(({ name, owns }) => {
    const own = settings.filter(({ key }) => owns(key))
    if (own.length === 0) return null
    const first = own.filter(({ key }) => key.startsWith('offers'))
    const others = own.filter(({ key }) => !key.startsWith('offers'))
    return (
      <section key={name} aria-label={name} className="card px-5 pt-4 pb-1">
        <h3 className="text-heading">{name}</h3>
        {[...first, ...others].map(draw)}
      </section>
    )
  })
}
