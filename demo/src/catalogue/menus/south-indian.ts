import type { EmojiName, Gradient } from '../../pictures.ts'
import type { Dish, MenuSection } from '../menu.ts'

export const southIndianSections: Record<string, MenuSection> = {
  idliVada: {
    name: 'Idli & vada',
    dishes: [
      veg('Idli (2 pieces)', 45, 'Steamed rice cakes with sambar and two chutneys.', 'rice-ball', ['tiffinExtras']),
      veg('Thatte Idli', 60, 'One large Bidadi-style idli, soft as cotton, with a spoon of butter.', 'rice-ball', [
        'tiffinExtras',
      ]),
      veg('Medu Vada (2 pieces)', 60, 'Crisp black-gram doughnuts, pepper and curry leaf inside.', 'doughnut', [
        'tiffinExtras',
      ]),
      veg('Rava Idli', 65, 'Semolina idli with cashew, served with saagu.', 'rice-ball', ['tiffinExtras']),
    ],
  },
  dosa: {
    name: 'Dosa',
    dishes: [
      veg('Plain Dosa', 65, 'Thin and crisp, with sambar and coconut chutney.', 'pancakes', ['tiffinExtras']),
      veg('Masala Dosa', 85, 'Potato palya folded into a golden dosa.', 'pancakes', ['tiffinExtras']),
      veg('Benne Masala Dosa', 110, 'The Davangere way: thick, soft and generous with white butter.', 'pancakes', [
        'tiffinExtras',
      ]),
      veg('Rava Onion Dosa', 105, 'Lacy semolina dosa with onion and green chilli.', 'pancakes', ['tiffinExtras']),
    ],
  },
}

function veg(name: string, rupees: number, text: string, emoji: EmojiName, addons: readonly string[] = []): Dish {
  const gradient = ((name.length % 6) + 1) as Gradient
  return { name, rupees, text, picture: { kind: 'emoji', name: emoji, gradient }, veg: true, addons }
}
