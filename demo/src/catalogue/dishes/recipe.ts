/** The description of a dish or a service from which the art scripts draw its picture (demo/art/studio/dishes). */
export type Recipe = {
  /** The names of the items that the picture shows. */
  shows: readonly string[]
  /** The function that builds the dish, as `group/form`. */
  form: string
  /** The seed for garnish and small differences; the same seed gives the same picture. */
  seed: number
  /** The ground, camera, light and steam of the photograph, if they differ from the defaults of the form. */
  look?: { ground?: Ground; zoom?: number; steam?: number }
  /** Options of the function that builds this form. */
  [option: string]: unknown
}

type Ground = 'wood' | 'paleWood' | 'slate' | 'stone' | 'terracotta' | 'linen' | 'green' | 'kraft'

/** Returns a recipe. Without a ground in `options`, the picture has the form's default ground. */
export function recipe(shows: string | readonly string[], form: string, seed: number, options: object = {}): Recipe {
  return { shows: typeof shows === 'string' ? [shows] : shows, form, seed, ...options }
}

/** Returns the options of a recipe that set the background of its photograph and, for hot food, the amount of steam. */
export const on = (ground: Ground, steam?: number) => ({ look: { ground, ...(steam && { steam }) } })
