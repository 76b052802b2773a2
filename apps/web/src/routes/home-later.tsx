import { useEffect, useState } from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import { HomeBanners } from './home-banners.tsx'
import { HomeWarehouse } from './home-warehouse.tsx'

/** Shows what comes below the stores: the warehouse nearby, and the banners. */
export default function HomeLater({ isSalon }: { isSalon: boolean }) {
  // The nearby warehouse is queried on mount, but after the first paint (C-38, C-40, C-43).
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return (
    <>
      {isPainted ? <HomeWarehouse isSalon={isSalon} /> : null}
      <HomeBanners isSalon={isSalon} />
    </>
  )
}
