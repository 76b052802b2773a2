import { useEffect, useState } from 'react'
import { afterPaint } from '#lib/after-paint.ts'
import { HomeBanners } from './home-banners.tsx'
import { HomeWarehouse } from './home-warehouse.tsx'

/** Shows the parts of home below the stores: the warehouse nearby, and the banners. */
export default function HomeLater({ isSalon }: { isSalon: boolean }) {
  // The screen queries the nearby warehouse when it opens, but after the first paint (C-38, C-40, C-43).
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return (
    <>
      {isPainted ? <HomeWarehouse isSalon={isSalon} /> : null}
      <HomeBanners isSalon={isSalon} />
    </>
  )
}
