import type { MenuSection } from './menu.ts'
import { southIndianSections } from './menus/south-indian.ts'

/** The section book: every menu section a store may take, by key. */
export const sections: Record<string, MenuSection> = { ...southIndianSections }
