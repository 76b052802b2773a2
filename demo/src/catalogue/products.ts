import type { Picture, ProductProfile } from '../pictures.ts'

/** A picture, with the names (without sizes) of the goods that it shows. */
export type Product = { shows: readonly string[]; picture: Picture }

/**
 * The product pictures of the demo city. The label on each picture names the goods that use it, so different goods of a
 * store never share a picture. A picture that no goods use is only on covers. All brands on the labels are invented.
 */
export const products = {
  // Hair, skin, nails
  smoothShampoo: product(
    ['Smooth Shampoo', 'Keratin Smooth Shampoo'],
    'shampoo',
    'NILA',
    'keratin smooth',
    '#7a3b69',
    '#2c1120',
  ),
  freshShampoo: product('Tea Tree Shampoo', 'shampoo', 'NILA', 'tea tree fresh', '#3f8f6b', '#1f3d31'),
  hairSpa: product('Hair Spa Cream', 'jar', 'NILA', 'hair spa', '#c8a2d8', '#5b2a6e'),
  hairSerum: product('Argan Hair Serum', 'serum', 'NILA', 'argan serum', '#b4632b', '#3a1d0c'),
  hairOil: product('Bhringraj Hair Oil', 'bottle', 'KESHA', 'bhringraj oil', '#3d5a2a', '#1d2c13'),
  glowSerum: product('Vitamin C Serum', 'serum', 'KESAR', 'vitamin C', '#f0a43a', '#ffffff'),
  sunscreen: product(['Sunscreen SPF 50', 'Sunscreen SPF 50, Gel'], 'tube', 'DHOOP', 'SPF 50', '#ffd45e', '#e07f1f'),
  handCream: product(['Hand Cream', 'Hand Cream, Rose'], 'tube', 'KOMAL', 'hand cream', '#f2b8c6', '#c2547a'),
  footCream: product('Foot Care Balm', 'tube', 'KOMAL', 'foot balm', '#a9d6c4', '#3f8f78'),
  bodyLotion: product('Body Lotion', 'pump', 'KOMAL', 'body lotion', '#f6d9e2', '#d3165f'),
  massageOil: product([], 'bottle', 'SHANTI', 'massage oil', '#c98a3d', '#5b3a12'),
  polishRed: product('Nail Polish, Sindoor', 'polish', 'GULAL', 'sindoor', '#c4162a', '#1d1d1f'),
  polishLilac: product('Nail Polish, Jamun', 'polish', 'GULAL', 'jamun', '#8a6bb8', '#f4efe6'),
  lipRose: product('Lipstick, Rosewood', 'lipstick', 'GULAL', 'rosewood', '#a8425a', '#caa24a'),
  beardOil: product('Beard Oil', 'serum', 'MOOCH', 'beard oil', '#6b4a2b', '#1d1d1f'),
  shavingGel: product('Shaving Gel', 'tube', 'MOOCH', 'shave gel', '#2f6f8f', '#122c3a'),
  // Chemist
  paracetamol: product('Paracetamol 500 mg', 'carton', 'Paracetamol', '500 mg', '#f4f7fb', '#2a6fb0'),
  ibuprofen: product('Ibuprofen 400 mg', 'carton', 'Ibuprofen', '400 mg', '#fbeee8', '#c4512a'),
  coldTablets: product('Cetirizine 10 mg', 'carton', 'Cetirizine', '10 mg', '#eaf6ee', '#2f8f5b'),
  stomachTablets: product('Pantoprazole 40 mg', 'carton', 'Pantoprazole', '40 mg', '#f6f0fb', '#6b4fa3'),
  glucoseStrips: product('Glucose Strips', 'carton', 'SugarCheck', '50 strips', '#e6f2fb', '#1f6fb8'),
  bandages: product('Adhesive Bandages', 'carton', 'PattiFix', '20 strips', '#f8e3cf', '#c98a5a'),
  coughSyrup: product('Tulsi Cough Syrup', 'bottle', 'Tulsicof', 'honey & tulsi', '#7b3f1d', '#ffffff'),
  antacid: product('Antacid Gel, Mint', 'bottle', 'Shaanti', 'antacid gel', '#f3a9bd', '#ffffff'),
  antiseptic: product('Antiseptic Liquid', 'bottle', 'Germol', 'antiseptic', '#c98a2b', '#ffffff'),
  calamine: product('Calamine Lotion', 'bottle', 'Calasoft', 'calamine', '#f2c4c9', '#ffffff'),
  lozenges: product('Throat Lozenges, Honey Lemon', 'sachet', 'GalaMint', 'lozenges', '#4fa36b'),
  ors: product('ORS Orange', 'sachet', 'ORS', 'orange', '#f08a2b'),
  isabgol: product('Isabgol Husk', 'carton', 'Isabgol', 'husk 100 g', '#f1ead6', '#7c8f3f'),
  nasalSpray: product('Saline Nasal Spray', 'serum', 'NasoSea', 'saline', '#bfe3f2', '#2a7fb0'),
  eyeDrops: product('Lubricant Eye Drops', 'serum', 'NetraSoft', 'eye drops', '#e8f4fb', '#3f8fd0'),
  vapourRub: product('Vapour Rub', 'jar', 'Sheetal', 'vapour rub', '#2f7fb8', '#1f8f5b'),
  painGel: product('Pain Relief Gel', 'tube', 'DardGo', 'pain gel', '#f4f4f4', '#c4162a'),
  antisepticCream: product('Antiseptic Cream', 'tube', 'Boroheal', 'cream', '#4f8f5b', '#ffffff'),
  multivitamin: product('Multivitamin', 'pills', 'Vita-Din', 'multivitamin', '#e07f1f', '#ffffff'),
  vitaminC: product('Vitamin C 500 mg Chewable', 'pills', 'Amla-C', '500 mg', '#f2b01f', '#ffffff'),
  vitaminD: product('Vitamin D3 60k', 'pills', 'Surya D3', '60k IU', '#f2d55e', '#ffffff'),
  calcium: product('Calcium with D3', 'pills', 'Asthi', 'calcium', '#f4f7fb', '#2a6fb0'),
  omega: product('Omega 3 Fish Oil', 'pills', 'Sagar', 'omega 3', '#d9a13a', '#23518a'),
  ashwagandha: product('Ashwagandha', 'pills', 'Mool', 'ashwagandha', '#5f7f3d', '#2c3d1c'),
  protein: product('Whey Protein, Chocolate', 'jar', 'Balam', 'whey protein', '#2b2b35', '#d3165f'),
  chyawanprash: product('Chyawanprash', 'jar', 'Dadi', 'chyawanprash', '#7b2f1d', '#d8b04c'),
  sanitiser: product('Hand Sanitiser Pump', 'pump', 'Germol', 'sanitiser', '#cfeaf6', '#2a7fb0'),
  cotton: product('Cotton Roll', 'parcel', 'Kapas', 'cotton roll', '#f2f6fb'),
  pads: product('Sanitary Pads XL', 'parcel', 'Sakhi', 'pads XL', '#e58fb4'),
  diapers: product('Diaper Pants', 'parcel', 'Chhotu', 'diaper pants', '#8fc7e8'),
  babyWash: product('Baby Wash', 'pump', 'Chhotu', 'baby wash', '#ffe9a8', '#f2a93a'),
  paracetamol650: product('Paracetamol 650 mg', 'carton', 'Paracetamol', '650 mg', '#fbf1f1', '#b3322e'),
  paracetamolSyrup: product(
    'Paracetamol Syrup for Children',
    'bottle',
    'Paracetamol',
    'children’s syrup',
    '#f2a3b3',
    '#ffffff',
  ),
  dryCoughSyrup: product('Dry Cough Syrup', 'bottle', 'Dry Cough', 'sugar-free syrup', '#5f7f3d', '#ffffff'),
  gripeWater: product('Gripe Water', 'bottle', 'Gripe Water', 'for babies', '#cfe3a8', '#3d7a2a'),
  motionTablets: product('Motion Sickness Tablets', 'carton', 'Motion', 'sickness tablets', '#eef0fb', '#6b4fa3'),
  antacidTablets: product('Antacid Chewable', 'carton', 'Antacid', 'chewable tablets', '#fdeef2', '#c2547a'),
  probiotic: product('Probiotic Capsules', 'pills', 'Probiotic', 'capsules', '#8fc7e8', '#ffffff'),
  womensVitamin: product('Multivitamin for Women', 'pills', 'Multivitamin', 'for women', '#d3668f', '#ffffff'),
  vitaminB: product('Vitamin B Complex', 'pills', 'B Complex', 'vitamin B', '#b3322e', '#ffffff'),
  iron: product('Iron and Folic Acid', 'pills', 'Iron', 'and folic acid', '#8a3f35', '#ffffff'),
  zinc: product('Zinc Tablets', 'pills', 'Zinc', 'tablets', '#8fa3b8', '#ffffff'),
  veganOmega: product('Vegan Omega 3', 'pills', 'Vegan', 'omega 3', '#4f9f6b', '#23518a'),
  burnOintment: product('Burn Ointment', 'tube', 'Burn', 'ointment', '#f7f2e6', '#e07f1f'),
  rashCream: product('Diaper Rash Cream', 'tube', 'Chhotu', 'rash cream', '#cfe8f3', '#58a6d6'),
  strongBalm: product('Balm, Strong', 'jar', 'Balm', 'strong', '#e8a728', '#3d5a2a'),
  orsApple: product('ORS Apple', 'sachet', 'ORS', 'apple', '#8fb83a'),
  lensSolution: product('Contact Lens Solution', 'bottle', 'Lens', 'contact solution', '#d6ebf7', '#2a7fb0'),
  // Grocer
  sunflowerOil: product('Sunflower Oil', 'bottle', 'SURAJ', 'sunflower oil', '#f2c230', '#e07f1f'),
  mustardOil: product('Mustard Oil', 'bottle', 'SARSON', 'mustard oil', '#c98f1f', '#3d5a2a'),
  ghee: product('Cow Ghee', 'jar', 'GOKUL', 'cow ghee', '#f4d67a', '#c4162a'),
  atta: product('Chakki Atta', 'parcel', 'CHAKKI', 'whole atta', '#d9a86b'),
  rice: product('Sona Masoori Rice, Raw', 'parcel', 'SONA', 'rice', '#f0e6cf'),
  dal: product('Toor Dal', 'parcel', 'ANNA', 'dal', '#e5b13a'),
  masala: product('Garam Masala', 'carton', 'MASALA', 'fresh ground', '#b3322e', '#f2c230'),
  haldi: product('Turmeric Powder', 'sachet', 'HALDI', 'turmeric', '#e8a728'),
  tea: product('Assam Leaf Tea', 'carton', 'ASSAM', 'leaf tea', '#7b1f1d', '#d8b04c'),
  coffee: product('Filter Coffee Powder, 80:20', 'jar', 'COORG', 'filter coffee', '#4a2b1a', '#c98a3d'),
  biscuits: product('Glucose Biscuits', 'carton', 'KHARI', 'biscuits', '#f2c98b', '#b3322e'),
  chips: product('Potato Chips, Salted', 'sachet', 'KARARE', 'chips', '#e0452b'),
  instantNoodles: product('Instant Noodles, Masala', 'sachet', 'FATAFAT', 'noodles', '#f2b01f'),
  ketchup: product('Tomato Ketchup', 'bottle', 'LAAL', 'ketchup', '#c4162a', '#ffffff'),
  pickle: product('Mango Pickle, Avakaya', 'jar', 'NANI', 'pickle', '#a85a1d', '#3d5a2a'),
  dishwash: product('Dishwash Gel, Lime', 'bottle', 'CHAMAK', 'dishwash', '#b8d832', '#3d7a2a'),
  detergent: product('Detergent Powder', 'parcel', 'DHULAI', 'detergent', '#2a6fd0'),
  floorCleaner: product('Floor Cleaner, Jasmine', 'bottle', 'CHAMAK', 'floor cleaner', '#7a5fc4', '#ffffff'),
  handwash: product('Hand Wash Pump', 'pump', 'NEEMA', 'hand wash', '#6fb86b', '#ffffff'),
  moongDal: product('Moong Dal, Yellow', 'parcel', 'MOONG', 'dal', '#f2d55e'),
  uradDal: product('Urad Dal, Whole White', 'parcel', 'URAD', 'dal', '#f1ead6'),
  chanaDal: product('Chana Dal', 'parcel', 'CHANA', 'dal', '#d99a2b'),
  masoorDal: product('Masoor Dal', 'parcel', 'MASOOR', 'dal', '#e5724a'),
} satisfies Record<string, Product>

export type ProductKey = keyof typeof products

const byGood = new Map(Object.values(products).flatMap(({ shows, picture }) => shows.map((name) => [name, picture])))

/** Returns the picture for an item; goods that differ only in size share it. */
export function productThatShows(name: string): Picture | undefined {
  return byGood.get(goodOf(name))
}

/** Returns an item's name without its size, such as "Diaper Pants" for "Diaper Pants, M (20)". */
export function goodOf(name: string): string {
  return name.replace(/ \([^)]*\)$/, '').replace(/, (?:New Born|M|L|XL)$/, '')
}

function product(
  shows: string | readonly string[],
  profile: ProductProfile,
  label: string,
  sub: string,
  colour: string,
  cap?: string,
): Product {
  const picture: Picture = { kind: 'product', profile, label, sub, colour, ...(cap ? { cap } : {}) }
  return { shows: typeof shows === 'string' ? [shows] : shows, picture }
}
