import type { MenuSection } from './menu.ts'
import { cafeSections } from './menus/cafe.ts'
import { grocerySections } from './menus/grocery.ts'
import { medicalSections } from './menus/medical.ts'
import { northIndianSections } from './menus/north-indian.ts'
import { quickSections } from './menus/quick.ts'
import { salonSections } from './menus/salon.ts'
import { southIndianSections } from './menus/south-indian.ts'

/** The section book: every menu section a store may take, by key. */
export const sections = {
  ...southIndianSections,
  ...northIndianSections,
  ...quickSections,
  ...cafeSections,
  ...grocerySections,
  ...medicalSections,
  ...salonSections,
} satisfies Record<string, MenuSection>

export type SectionKey = keyof typeof sections
