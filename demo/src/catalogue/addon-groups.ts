import type { AddonGroup } from './menu.ts'

/** The add-on groups by key. The extras of a kitchen add to an item's price; the variants of a salon replace it. */
export const addonGroups = {
  tiffinExtras: extras('On the side', 3, [
    ['Extra sambar', 15],
    ['Extra coconut chutney', 15],
    ['Podi with ghee', 25],
    ['Extra butter', 20],
  ]),
  dosaStyle: size('How crisp', [
    ['Soft', 0],
    ['Crisp', 0],
    ['Paper crisp', 15],
  ]),
  coffeeStrength: size('Strength', [
    ['Regular', 0],
    ['Strong', 5],
    ['Extra strong, less milk', 10],
  ]),
  portion: size('Portion', [
    ['Regular, serves 1', 0],
    ['Large, serves 2', 140],
    ['Family pack, serves 4', 420],
  ]),
  halfFull: size('Portion', [
    ['Half', 0],
    ['Full', 130],
  ]),
  biryaniExtras: extras('Goes well with', 4, [
    ['Boiled egg', 20],
    ['Extra raita', 25],
    ['Mirchi ka salan', 35],
    ['Chicken 65 (4 pieces)', 110],
    ['Gulab jamun (2 pieces)', 50],
  ]),
  spice: size('Spice', [
    ['Mild', 0],
    ['Medium', 0],
    ['Andhra hot', 0],
  ]),
  breadWith: extras('Add breads', 4, [
    ['Butter roti', 30],
    ['Butter naan', 50],
    ['Garlic naan', 65],
    ['Jeera rice', 120],
  ]),
  noodleKind: size('Noodles', [
    ['Hakka', 0],
    ['Flat', 15],
    ['Rice noodles', 25],
  ]),
  wokExtras: extras('Extra in the wok', 3, [
    ['Fried egg', 25],
    ['Paneer', 50],
    ['Chicken', 60],
    ['Prawns', 110],
  ]),
  momoDip: extras('Dips', 2, [
    ['Schezwan dip', 15],
    ['Mayo', 15],
    ['Peanut dip', 20],
  ]),
  milk: size('Milk', [
    ['Full cream', 0],
    ['Skimmed', 0],
    ['Oat', 60],
    ['Almond', 70],
  ]),
  coffeeExtras: extras('Make it yours', 3, [
    ['Extra shot', 50],
    ['Hazelnut', 40],
    ['Vanilla', 40],
    ['Whipped cream', 45],
  ]),
  toast: size('Bread', [
    ['White', 0],
    ['Brown', 10],
    ['Sourdough', 40],
  ]),
  pizzaSize: size('Size', [
    ['Personal 7"', 0],
    ['Medium 10"', 170],
    ['Large 13"', 340],
  ]),
  pizzaToppings: extras('Extra toppings', 5, [
    ['Extra cheese', 70],
    ['Olives and jalapeño', 50],
    ['Mushroom', 50],
    ['Paneer tikka', 70],
    ['Chicken tikka', 90],
  ]),
  burgerMeal: size('Make it a meal', [
    ['Only the burger', 0],
    ['With fries', 79],
    ['With fries and cola', 119],
  ]),
  burgerExtras: extras('Add inside', 3, [
    ['Cheese slice', 30],
    ['Fried egg', 30],
    ['Extra patty', 90],
    ['Jalapeño', 25],
  ]),
  chaatExtras: extras('Finish with', 3, [
    ['Extra sev', 10],
    ['Sweet curd', 20],
    ['Pomegranate', 25],
  ]),
  juiceSize: size('Glass', [
    ['300 ml', 0],
    ['500 ml', 45],
  ]),
  juiceExtras: extras('Stir in', 3, [
    ['Chia seeds', 25],
    ['Ginger', 10],
    ['Honey', 20],
    ['No ice', 5],
  ]),
  scoops: size('Scoops', [
    ['Single', 0],
    ['Double', 70],
    ['Tub, 500 ml', 260],
  ]),
  iceToppings: extras('Toppings', 3, [
    ['Hot chocolate', 35],
    ['Roasted almonds', 40],
    ['Brownie bits', 45],
    ['Rainbow sprinkles', 20],
  ]),
  cakeWeight: size('Weight', [
    ['Half kilo', 0],
    ['One kilo', 480],
    ['Two kilos', 1450],
  ]),
  cakeExtras: extras('For the party', 3, [
    ['Message on the cake', 20],
    ['Candles and knife', 40],
    ['Without egg', 60],
    ['Balloons (10)', 120],
  ]),
  sweetWeight: size('Weight', [
    ['250 g', 0],
    ['500 g', 190],
    ['1 kg', 560],
  ]),
  bowlExtras: extras('Top it up', 4, [
    ['Grilled paneer', 70],
    ['Boiled egg', 30],
    ['Grilled chicken', 90],
    ['Avocado', 90],
    ['Hummus', 50],
  ]),
  thaliExtras: extras('More on the plate', 4, [
    ['Two more phulka', 25],
    ['Extra rice', 40],
    ['Buttermilk', 30],
    ['Sweet of the day', 50],
  ]),
  meatCut: size('Cut', [
    ['Curry cut', 0],
    ['Boneless', 90],
    ['Biryani cut', 20],
  ]),
  fishCut: size('Cleaned as', [
    ['Whole, cleaned', 0],
    ['Steaks', 20],
    ['Fillets', 120],
  ]),
  flowerNote: extras('With it', 2, [
    ['Hand-written card', 30],
    ['Vase', 220],
    ['Chocolate box', 250],
  ]),
  giftWrap: extras('Packing', 1, [
    ['Cloth bag', 15],
    ['Gift wrap', 40],
  ]),
  hairLength: variants('Hair length', [
    ['Above the shoulder', 100],
    ['Below the shoulder', 130],
    ['Mid back', 160],
    ['Waist and longer', 195],
  ]),
  stylist: variants('Who works on you', [
    ['Stylist', 100],
    ['Senior stylist', 140],
    ['Creative director', 210],
  ]),
  facialLength: variants('Session', [
    ['Express, 35 minutes', 100],
    ['Classic, 60 minutes', 145],
    ['Full ritual, 90 minutes', 200],
  ]),
  massageLength: variants('Minutes', [
    ['45 minutes', 100],
    ['60 minutes', 128],
    ['90 minutes', 180],
  ]),
  waxKind: variants('Wax', [
    ['Honey', 100],
    ['White chocolate', 145],
    ['Brazilian peel-off', 190],
  ]),
  nailFinish: variants('Finish', [
    ['Classic polish', 100],
    ['Gel polish', 170],
    ['Gel with nail art', 250],
  ]),
  bridalPack: variants('Package', [
    ['Ceremony only', 100],
    ['Ceremony and reception', 170],
    ['Three functions', 240],
  ]),
  salonExtras: {
    ...extras('Add to the visit', 3, [
      ['Head massage, 15 minutes', 250],
      ['Under-eye mask, 10 minutes', 200],
      ['Blow-dry, 30 minutes', 350],
      ['Sealed single-use kit', 150],
    ]),
    pricing: 'replace',
  },
} satisfies Record<string, AddonGroup>

function extras(name: string, limit: number, options: AddonGroup['options']): AddonGroup {
  return { name, type: 'MULTI', description: `Choose up to ${limit}`, limit, pricing: 'add', options }
}

function size(name: string, options: AddonGroup['options']): AddonGroup {
  return { name, type: 'SINGLE', description: 'Choose one', limit: 1, pricing: 'add', options }
}

function variants(name: string, options: AddonGroup['options']): AddonGroup {
  return {
    name,
    type: 'SINGLE',
    description: 'Choose one; the price is for everything',
    limit: 1,
    pricing: 'replace',
    options,
  }
}
