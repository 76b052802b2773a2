/**
 * The picture of a row in the demo city: a photograph of a dish or of a service's tools (demo/art/studio/dishes), a
 * rendered product with its own label, or an emoji of the 3D set on one of the six gradients (produce, household).
 */
export type Picture = DishPicture | EmojiPicture | ProductPicture

/** The picture of a dish; `name` is a key of the recipes (demo/src/catalogue/dishes.ts). */
export type DishPicture = { kind: 'dish'; name: string }

export type EmojiPicture = { kind: 'emoji'; name: EmojiName; gradient: Gradient }

export type ProductPicture = {
  kind: 'product'
  profile: ProductProfile
  /** The product's brand, which its label shows in large letters. */
  label: string
  /** The small line under the brand on the label: the kind of product, or its strength. */
  sub: string
  /** The colour of the product's body, '#rrggbb'. */
  colour: string
  /** The colour of the product's cap, pump or lid, '#rrggbb'; by default that of the profile. */
  cap?: string
}

/**
 * The six decorative gradients behind pictures: 1 rose, 2 marigold, 3 mint, 4 lilac, 5 peach, 6 sky
 * (docs/reference/interface.md#colours).
 */
export type Gradient = 1 | 2 | 3 | 4 | 5 | 6

export type ProductProfile =
  | 'pump'
  | 'jar'
  | 'tube'
  | 'lipstick'
  | 'serum'
  | 'polish'
  | 'shampoo'
  | 'pills'
  | 'parcel'
  | 'carton'
  | 'bottle'
  | 'sachet'

export type EmojiName = keyof typeof emojis

/**
 * Returns the path under which the server serves a picture's largest WebP file. Equal pictures share a file. The screen
 * draws the gradient behind an emoji, so the gradient is not part of the name. Smaller widths of the picture are next
 * to it as `<name>-<w>.webp` and `.avif`.
 */
export function pictureFile(picture: Picture): string {
  return `/assets/img/items/${pictureSlug(picture)}.webp`
}

/** Returns the file name of a picture without folder and extension: `d-…` for dishes, `e-…` for emoji, `p-…` for products. */
export function pictureSlug(picture: Picture): string {
  if (picture.kind === 'dish') return `d-${picture.name}`
  if (picture.kind === 'emoji') return `e-${picture.name}`
  const { profile, label, sub, colour, cap = '' } = picture
  const print = fingerprint([profile, label, sub, colour.toLowerCase(), cap.toLowerCase()].join('|'))
  return `p-${[profile, kebab(label), print].filter(Boolean).join('-')}`
}

function kebab(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 24)
}

/**
 * Returns the FNV-1a hash of a text, 32 bits in base 36. The hash is short and stable, and distinguishes labels that
 * differ only in other than Latin letters.
 */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

/**
 * All emoji that a row of the demo city may use. The compose script fails if an emoji does not exist in
 * @lobehub/fluent-emoji-3d. People and hands have the medium-dark skin tone (docs/reference/interface.md#pictures).
 */
export const emojis = {
  grapes: '🍇',
  melon: '🍈',
  watermelon: '🍉',
  orange: '🍊',
  lemon: '🍋',
  banana: '🍌',
  pineapple: '🍍',
  mango: '🥭',
  'red-apple': '🍎',
  'green-apple': '🍏',
  pear: '🍐',
  peach: '🍑',
  cherries: '🍒',
  strawberry: '🍓',
  blueberries: '🫐',
  kiwi: '🥝',
  tomato: '🍅',
  olive: '🫒',
  coconut: '🥥',
  avocado: '🥑',
  eggplant: '🍆',
  potato: '🥔',
  carrot: '🥕',
  corn: '🌽',
  'hot-pepper': '🌶️',
  'bell-pepper': '🫑',
  cucumber: '🥒',
  'leafy-green': '🥬',
  broccoli: '🥦',
  garlic: '🧄',
  onion: '🧅',
  mushroom: '🍄',
  peanuts: '🥜',
  beans: '🫘',
  chestnut: '🌰',
  ginger: '🫚',
  'pea-pod': '🫛',
  bread: '🍞',
  croissant: '🥐',
  baguette: '🥖',
  flatbread: '🫓',
  pretzel: '🥨',
  bagel: '🥯',
  pancakes: '🥞',
  waffle: '🧇',
  cheese: '🧀',
  'meat-on-bone': '🍖',
  'poultry-leg': '🍗',
  'cut-of-meat': '🥩',
  bacon: '🥓',
  hamburger: '🍔',
  'french-fries': '🍟',
  pizza: '🍕',
  'hot-dog': '🌭',
  sandwich: '🥪',
  taco: '🌮',
  burrito: '🌯',
  tamale: '🫔',
  'stuffed-flatbread': '🥙',
  falafel: '🧆',
  egg: '🥚',
  'fried-egg': '🍳',
  paella: '🥘',
  'pot-of-food': '🍲',
  fondue: '🫕',
  bowl: '🥣',
  'green-salad': '🥗',
  popcorn: '🍿',
  butter: '🧈',
  salt: '🧂',
  'canned-food': '🥫',
  jar: '🫙',
  bento: '🍱',
  'rice-cracker': '🍘',
  'rice-ball': '🍙',
  'cooked-rice': '🍚',
  'curry-rice': '🍛',
  noodles: '🍜',
  spaghetti: '🍝',
  'roasted-sweet-potato': '🍠',
  oden: '🍢',
  sushi: '🍣',
  'fried-shrimp': '🍤',
  'moon-cake': '🥮',
  dango: '🍡',
  dumpling: '🥟',
  'fortune-cookie': '🥠',
  'takeout-box': '🥡',
  crab: '🦀',
  lobster: '🦞',
  shrimp: '🦐',
  squid: '🦑',
  oyster: '🦪',
  fish: '🐟',
  'tropical-fish': '🐠',
  'soft-ice-cream': '🍦',
  'shaved-ice': '🍧',
  'ice-cream': '🍨',
  doughnut: '🍩',
  cookie: '🍪',
  'birthday-cake': '🎂',
  shortcake: '🍰',
  cupcake: '🧁',
  pie: '🥧',
  'chocolate-bar': '🍫',
  candy: '🍬',
  lollipop: '🍭',
  custard: '🍮',
  'honey-pot': '🍯',
  'baby-bottle': '🍼',
  'glass-of-milk': '🥛',
  'hot-beverage': '☕',
  teapot: '🫖',
  teacup: '🍵',
  'tropical-drink': '🍹',
  'pouring-liquid': '🫗',
  'cup-with-straw': '🥤',
  'bubble-tea': '🧋',
  'beverage-box': '🧃',
  mate: '🧉',
  ice: '🧊',
  chopsticks: '🥢',
  spoon: '🥄',
  'kitchen-knife': '🔪',
  amphora: '🏺',
  'sheaf-of-rice': '🌾',
  herb: '🌿',
  seedling: '🌱',
  'potted-plant': '🪴',
  cactus: '🌵',
  'evergreen-tree': '🌲',
  'palm-tree': '🌴',
  shamrock: '☘️',
  'four-leaf-clover': '🍀',
  'fallen-leaf': '🍂',
  bouquet: '💐',
  'cherry-blossom': '🌸',
  lotus: '🪷',
  rosette: '🏵️',
  rose: '🌹',
  hibiscus: '🌺',
  sunflower: '🌻',
  blossom: '🌼',
  tulip: '🌷',
  hyacinth: '🪻',
  'wrapped-gift': '🎁',
  ribbon: '🎀',
  balloon: '🎈',
  'party-popper': '🎉',
  'confetti-ball': '🎊',
  'diya-lamp': '🪔',
  candle: '🕯️',
  sparkler: '🎇',
  'teddy-bear': '🧸',
  kite: '🪁',
  'yo-yo': '🪀',
  'puzzle-piece': '🧩',
  'soccer-ball': '⚽',
  'cricket-game': '🏏',
  badminton: '🏸',
  soap: '🧼',
  sponge: '🧽',
  'lotion-bottle': '🧴',
  toothbrush: '🪥',
  razor: '🪒',
  bucket: '🪣',
  broom: '🧹',
  basket: '🧺',
  'roll-of-paper': '🧻',
  'safety-pin': '🧷',
  thread: '🧵',
  yarn: '🧶',
  scissors: '✂️',
  'light-bulb': '💡',
  battery: '🔋',
  'electric-plug': '🔌',
  flashlight: '🔦',
  umbrella: '☂️',
  'umbrella-rain': '☔',
  hammer: '🔨',
  wrench: '🔧',
  screwdriver: '🪛',
  toolbox: '🧰',
  key: '🔑',
  lock: '🔒',
  mirror: '🪞',
  bubbles: '🫧',
  shower: '🚿',
  bathtub: '🛁',
  plunger: '🪠',
  notebook: '📓',
  pencil: '✏️',
  pen: '🖊️',
  crayon: '🖍️',
  backpack: '🎒',
  books: '📚',
  newspaper: '📰',
  paperclip: '📎',
  'straight-ruler': '📏',
  envelope: '✉️',
  pill: '💊',
  syringe: '💉',
  thermometer: '🌡️',
  stethoscope: '🩺',
  bandage: '🩹',
  'drop-of-blood': '🩸',
  crutch: '🩼',
  'test-tube': '🧪',
  'petri-dish': '🧫',
  alembic: '⚗️',
  'face-mask': '😷',
  tooth: '🦷',
  lungs: '🫁',
  'heart-organ': '🫀',
  bone: '🦴',
  eye: '👁️',
  ear: '👂🏾',
  droplet: '💧',
  'red-heart': '❤️',
  'heart-ribbon': '💝',
  leg: '🦵🏾',
  foot: '🦶🏾',
  lipstick: '💄',
  'nail-polish': '💅🏾',
  'hair-pick': '🪮',
  'barber-pole': '💈',
  'haircut-woman': '💇🏾‍♀️',
  'haircut-man': '💇🏾‍♂️',
  'massage-woman': '💆🏾‍♀️',
  'massage-man': '💆🏾‍♂️',
  'sauna-woman': '🧖🏾‍♀️',
  'sauna-man': '🧖🏾‍♂️',
  bride: '👰🏾‍♀️',
  'bearded-man': '🧔🏾',
  'yoga-woman': '🧘🏾‍♀️',
  'hand-fan': '🪭',
  sparkles: '✨',
  gem: '💎',
  ring: '💍',
  crown: '👑',
  handbag: '👜',
  purse: '👛',
  'clutch-bag': '👝',
  'shopping-bags': '🛍️',
  'shopping-cart': '🛒',
  dress: '👗',
  't-shirt': '👕',
  sari: '🥻',
  sandal: '👡',
  'running-shoe': '👟',
  glasses: '👓',
  sunglasses: '🕶️',
  package: '📦',
  'motor-scooter': '🛵',
  bicycle: '🚲',
  'delivery-truck': '🚚',
  house: '🏠',
  'corner-shop': '🏪',
  hospital: '🏥',
  headphone: '🎧',
  'dog-face': '🐶',
  'cat-face': '🐱',
  'paw-prints': '🐾',
  'hatching-chick': '🐣',
  rooster: '🐓',
  chicken: '🐔',
  'cow-face': '🐮',
  goat: '🐐',
  honeybee: '🐝',
  baby: '👶🏾',
  chef: '🧑🏾‍🍳',
  'man-cook': '👨🏾‍🍳',
  'woman-cook': '👩🏾‍🍳',
  hamsa: '🪬',
  spa: '♨️',
  scarf: '🧣',
  gloves: '🧤',
  socks: '🧦',
  coat: '🧥',
  'open-hands': '👐🏾',
  woman: '👩🏾',
  man: '👨🏾',
  'waving-hand': '👋🏾',
  facial: '💆🏾',
} as const

/** The names of all emoji that a row may use, for random draws and for checks of rows. */
export const emojiNames = Object.keys(emojis) as readonly EmojiName[]
