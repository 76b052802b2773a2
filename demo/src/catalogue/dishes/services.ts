import { recipe } from './recipe.ts'

/** Services of salons: tools and fabric, never a bottle. */
export const servicePictures = {
  'cut-women': recipe('Haircut & Blow-dry', 'services/cut', 2, { brush: true, fabric: '#e8c9cf' }),
  'cut-men': recipe('Haircut', 'services/cut', 1, { fabric: '#cfd6d8', combs: 2 }),
  'cut-fringe': recipe('Fringe Trim', 'services/cut', 7, { fabric: '#f0dcc8', clips: true }),
  'cut-boy': recipe(['Boy’s Haircut, under 12', 'First Haircut'], 'services/cut', 9, {
    fabric: '#c8dcec',
    tint: '#d8a94a',
  }),
  'blow-dry': recipe('Wash & Blow-dry', 'services/dry', 3, { color: '#3a3236' }),
  ironing: recipe('Ironing or Tongs', 'services/dry', 4, { iron: true }),
  keratin: recipe('Keratin Smoothening', 'services/dry', 6, { iron: true, fabric: '#d4dde0' }),
  braids: recipe('Braids & Updo', 'services/braid', 5, {}),
  fade: recipe('Skin Fade', 'services/fade', 7, {}),
  beard: recipe('Beard Trim & Shape', 'services/shave', 8, { razor: false, scissorsToo: true, fabric: '#d8cdbf' }),
  shave: recipe('Royal Shave', 'services/shave', 6, {}),
  champi: recipe('Champi Head Massage', 'services/head', 2, {}),
  'hot-oil': recipe('Hot Oil Champi', 'services/head', 5, { oil: '#a86a1c', fabric: '#d6dccb' }),
  'hair-spa': recipe('Classic Hair Spa', 'services/mask', 14, { paste: '#f6ece0', towel: '#d8c8e4', petal: '#c8a0d8' }),
  'fruit-facial': recipe('Fruit Facial', 'services/mask', 3, {
    paste: '#f2a86a',
    fruit: ['#f0842a', '#c85a10'],
    petal: '#f6c48a',
  }),
  'gold-facial': recipe('Gold Facial', 'services/mask', 5, {
    paste: '#d8b04c',
    towel: '#f3ead2',
    petal: '#e8b83a',
    kind: 'black',
  }),
  'clean-up': recipe('Basic Clean-up', 'services/mask', 6, { paste: '#c8b094', towel: '#dfe8e4', kind: 'green' }),
  'charcoal-facial': recipe('Men’s Charcoal Facial', 'services/mask', 7, {
    paste: '#2e2e32',
    towel: '#cfd3d6',
    kind: 'white',
  }),
  'kumkumadi-facial': recipe('Organic Kumkumadi Facial', 'services/mask', 8, {
    paste: '#e0822a',
    towel: '#f3e3cc',
    petal: '#e86a2a',
    kind: 'clay',
  }),
  'full-arms': recipe('Full Arms', 'services/wax', 9, { color: '#c8842a', fabric: '#e3d6e0' }),
  'full-face': recipe('Full Face', 'services/threads', 6, { mirror: true, fabric: '#ecdcd4' }),
  manicure: recipe('Manicure', 'services/nails', 6, {}),
  'spa-mani-pedi': recipe('Spa Manicure & Pedicure', 'services/soak', 9, { petal: '#e8a33a', towel: '#e3cfd8' }),
  'french-tips': recipe('French Tips', 'services/nails', 9, { style: 'french', fabric: '#f0e6dc' }),
  swedish: recipe('Swedish Massage', 'services/towels', 1, {}),
  abhyanga: recipe('Abhyanga', 'services/towels', 3, {
    bowlOf: '#c8862a',
    colors: ['#f0dfb8', '#e0c48a', '#d8b06a'],
    ground: 'terracotta',
  }),
  'bridal-makeup': recipe('Bridal Make-up', 'services/makeup', 8, { gold: true }),
}
