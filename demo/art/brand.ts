import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { markPetals } from '../../packages/ui/src/mark.ts'
import { assetFile } from './places.ts'

const petals = markPetals
  .map(({ path, opacity }) => `<path d="${path}" fill="#fff"${opacity < 1 ? ` fill-opacity=".72"` : ''}/>`)
  .join('')

const faviconSizesPx = [16, 32, 96, 128, 192, 512]

/** Writes the store logo, the favicons, the maskable icon, the Apple icon and the link preview picture. */
export async function makeBrand(): Promise<void> {
  await writeFile(assetFile('img/logos/nukkad.svg'), icon({ radius: 26, markScale: 0.72 }))
  await png('img/logos/logo.png', icon({ radius: 26, markScale: 0.72 }), 256)
  for (const size of faviconSizesPx) {
    // In the icon of a browser's tab, the mark fills more of the space, because such an icon has few pixels.
    const markScale = size <= 32 ? 0.86 : 0.72
    await png(`img/favicons/favicon-${size}x${size}.png`, icon({ radius: 24, markScale }), size)
  }
  await writeFile(assetFile('img/favicons/favicon.svg'), icon({ radius: 24, markScale: 0.84 }))
  await png('img/favicons/maskable-512x512.png', icon({ radius: 0, markScale: 0.56 }), 512)
  await png('img/favicons/apple-touch-icon.png', icon({ radius: 0, markScale: 0.68 }), 180)
}

function icon({ radius, markScale }: { radius: number; markScale: number }): string {
  const shift = (96 * (1 - markScale)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#ec3a7c"/><stop offset=".55" stop-color="#d3165f"/><stop offset="1" stop-color="#a30c49"/></linearGradient></defs><rect width="96" height="96" rx="${radius}" fill="url(#g)"/><g transform="translate(${shift} ${shift + 0.6}) scale(${markScale})">${petals}</g></svg>`
}

async function png(path: string, svg: string, size: number): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 96 + 1 }).resize(size, size)
  await writeFile(assetFile(path), await image.png({ compressionLevel: 9, palette: size > 128 }).toBuffer())
}
