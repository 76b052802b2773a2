import { render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The logo component reads once, when it loads, whether the shop has its own logo. */
async function drawLogo(brand?: object) {
  if (brand) {
    const script = document.createElement('script')
    script.id = 'brand'
    script.type = 'application/json'
    script.textContent = JSON.stringify(brand)
    document.head.append(script)
  }
  const { Logo } = await import('./logo.tsx')
  return render(<Logo sizePx={32} />).container
}

beforeEach(() => vi.resetModules())
afterEach(() => document.getElementById('brand')?.remove())

describe('the logo', () => {
  test.each([undefined, { hasOwnLogo: false }])(
    'the logo of a shop with %o is the mark in the brand colour',
    async (brand) => {
      const container = await drawLogo(brand)
      expect(container.querySelector('img')).toBeNull()
      expect(container.querySelector('svg rect')!.getAttribute('class')).toBe('fill-fill')
      expect(container.querySelectorAll('path')).toHaveLength(3)
    },
  )

  test('the logo of a shop with an uploaded logo is that picture', async () => {
    const container = await drawLogo({ hasOwnLogo: true })
    expect(container.querySelector('img')!.getAttribute('src')).toBe('/assets/img/logos/logo.png')
  })
})
