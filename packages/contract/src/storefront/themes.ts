import { z } from 'zod'
import { call } from '../call.ts'
import type { settings } from '../settings/registry.ts'
import { id, ignored } from '../wire.ts'

/** The settings that make the look of the shop. */
export const lookSettings = [
  'storeColor',
  'cartColorBg',
  'cartColorText',
  'restaurantCategorySliderStyle',
  'footerStyleType',
  'storeLogo',
  'appIcon',
  'customHomeMessage',
] as const satisfies readonly (keyof typeof settings)[]

/** Texts of the default language that belong to the look: home's blocks, the desktop's, and the footer. */
export const lookTexts = [
  'homeConsultTitle',
  'homeConsultText',
  'desktopHeading',
  'desktopSubHeading',
  'desktopFooterAddress',
  'desktopSocialFacebookLink',
  'desktopSocialGoogleLink',
  'desktopSocialYoutubeLink',
  'desktopSocialInstagramLink',
] as const

export type LookKey = (typeof lookSettings)[number] | (typeof lookTexts)[number]
const lookKeys = [...lookSettings, ...lookTexts] as const

/** A look of the shop: a value for each key; empty means the default. */
export type Look = Record<LookKey, string>
const look = z.object(
  Object.fromEntries(lookKeys.map((key) => [key, z.string().max(60_000)])) as Record<LookKey, z.ZodString>,
)

const version = z.object({
  id: z.int(),
  look,
  made_by: z.string().nullable(),
  /** ISO 8601. */
  published_at: z.string(),
})

const state = z.object({
  success: z.literal(true),
  /** In force now. */
  look,
  draft: look.nullable(),
  /** Published before, the newest first; empty before the first time. */
  versions: z.array(version),
})

const access = { auth: 'staff', permission: 'settings_manage' } as const

export const readTheme = call('dashboard/theme', {
  ...access,
  // U-04
  summary: 'The look of the shop in force, the draft of another, and those that were published before.',
  input: z.object(ignored),
  output: state,
  errors: [],
})

export const saveThemeDraft = call('dashboard/theme/save-draft', {
  ...access,
  summary: 'Keeps a look that nobody sees yet; there is one draft.',
  input: z.object({ ...ignored, look }),
  output: state,
  errors: [],
})

export const publishTheme = call('dashboard/theme/publish', {
  ...access,
  summary: 'Puts a look in force; phones pick it up by /version.json. Refused when another was published meanwhile.',
  input: z.object({
    ...ignored,
    look,
    /** The newest version that the editor saw; null when there was none. */
    seen: id.nullable(),
  }),
  output: state,
  errors: ['THEME_CLASH'],
})

export const rollBackTheme = call('dashboard/theme/roll-back', {
  ...access,
  summary: 'Puts a look of before in force again, as a new version.',
  input: z.object({ ...ignored, id }),
  output: state,
  errors: ['NOT_FOUND'],
})

export const uploadLogo = call('dashboard/theme/logo', {
  ...access,
  takesPicture: true,
  summary: 'Keeps a picture as a logo or an icon that a look can name; nothing is seen before that look is published.',
  input: z.object({ ...ignored, use: z.enum(['logo', 'icon']).default('logo') }),
  output: z.object({ success: z.literal(true), name: z.string() }),
  errors: ['PICTURES_FULL', 'UNSUPPORTED_MEDIA_TYPE'],
})
