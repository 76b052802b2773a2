import { expect, test } from 'vitest'
import { socialLink } from './social-link.ts'

test('a social link without a scheme gets one', () => {
  expect(socialLink('facebook.com/shop')).toBe('https://facebook.com/shop')
  expect(socialLink(' www.instagram.com/shop?x=1 ')).toBe('https://www.instagram.com/shop?x=1')
  expect(socialLink('//youtube.com/@shop')).toBe('https://youtube.com/@shop')
  expect(socialLink('http://example.test/shop')).toBe('http://example.test/shop')
  expect(socialLink('HTTPS://example.test/')).toBe('https://example.test/')
})

test('a text that is not a web address is not a link', () => {
  for (const typed of ['', '  ', 'null', 'javascript:alert(1)', 'mailto:a@b.test', 'data:text/html,x', 'shop', '/cart'])
    expect(socialLink(typed), typed).toBeUndefined()
})
