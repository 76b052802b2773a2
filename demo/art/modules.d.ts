/** Declares types for two build-time packages that ship without types, only for the functions that the scripts call. */
declare module 'gifenc' {
  type Palette = number[][]
  type Encoder = {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      frame: { palette: Palette; delay: number; first?: boolean; repeat?: number },
    ): void
    finish(): void
    bytes(): Uint8Array
  }
  const gifenc: {
    GIFEncoder(): Encoder
    quantize(rgba: Uint8Array | Uint8ClampedArray, maxColors: number, options?: { format: 'rgb565' }): Palette
    applyPalette(rgba: Uint8Array | Uint8ClampedArray, palette: Palette, format?: 'rgb565'): Uint8Array
  }
  export default gifenc
}

declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number }
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype'; variationAxes?: Record<string, Axis>; keepFeatures?: string[] },
  ): Promise<Uint8Array>
}
