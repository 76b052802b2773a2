import type { MenuSection } from './menu.ts'
import { cafeSections } from './menus/cafe.ts'
import { freshSections } from './menus/fresh.ts'
import { householdSections } from './menus/household.ts'
import { medicalSections } from './menus/medical.ts'
import { northIndianSections } from './menus/north-indian.ts'
import { pantrySections } from './menus/pantry.ts'
import { quickSections } from './menus/quick.ts'
import { salonSections } from './menus/salon.ts'
import { southIndianSections } from './menus/south-indian.ts'

/** Every menu section that a store can use, by key. */
export const sections = {
  ...southIndianSections,
  ...northIndianSections,
  ...quickSections,
  ...cafeSections,
  ...freshSections,
  ...pantrySections,
  ...householdSections,
  ...medicalSections,
  ...salonSections,
} satisfies Record<string, MenuSection>

export type SectionKey = keyof typeof sections
