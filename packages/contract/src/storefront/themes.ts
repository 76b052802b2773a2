import { z } from 'zod'
import { call } from '../call.ts'
import type { settings } from '../settings/registry.ts'
import { id, ignored } from '../wire.ts'

/** The settings that belong to the theme. */
export const themeSettings = [
  'storeColor',
  'cartColorBg',
  'cartColorText',
  'restaurantCategorySliderStyle',
  'footerStyleType',
  'storeLogo',
  'appIcon',
  'customHomeMessage',
] as const satisfies readonly (keyof typeof settings)[]

/** The texts that belong to the theme, in the default language: those of home, the desktop preview and the footer. */
export const themeTexts = [
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

/** The key of one value of a theme: a setting, or a text of the default language. */
export type ThemeKey = (typeof themeSettings)[number] | (typeof themeTexts)[number]
const themeKeys = [...themeSettings, ...themeTexts] as const

/** A theme: a value for each key. An empty value means that the default applies. */
export type Theme = Record<ThemeKey, string>
const theme = z.object(
  Object.fromEntries(themeKeys.map((key) => [key, z.string().max(60_000)])) as Record<ThemeKey, z.ZodString>,
)

const version = z.object({
  id: z.int(),
  look: theme,
  made_by: z.string().nullable(),
  /** The time in ISO 8601 at which this version of the theme was published. */
  published_at: z.string(),
})

const state = z.object({
  success: z.literal(true),
  /** The published theme. */
  look: theme,
  draft: theme.nullable(),
  /** The published versions of the theme, newest first; empty before the first publication. */
  versions: z.array(version),
})

const access = { auth: 'staff', permission: 'settings_manage' } as const

export const readTheme = call('dashboard/theme', {
  ...access,
  // U-04
  summary: 'The current theme, the draft, and the published versions.',
  input: z.object(ignored),
  output: state,
  errors: [],
})

export const saveThemeDraft = call('dashboard/theme/save-draft', {
  ...access,
  summary: 'Saves the draft of a theme, which customers do not see. There is one draft.',
  input: z.object({ ...ignored, look: theme }),
  output: state,
  errors: [],
})

export const publishTheme = call('dashboard/theme/publish', {
  ...access,
  summary:
    'Publishes a theme. Apps notice a new theme through /version.json. The call is refused when someone else published in the meantime.',
  input: z.object({
    ...ignored,
    look: theme,
    /** The newest version that the person had loaded; null if there was none. */
    seen: id.nullable(),
  }),
  output: state,
  errors: ['THEME_CLASH'],
})

export const rollBackTheme = call('dashboard/theme/roll-back', {
  ...access,
  summary: 'Restores an earlier theme, as a new version.',
  input: z.object({ ...ignored, id }),
  output: state,
  errors: ['NOT_FOUND'],
})

export const uploadLogo = call('dashboard/theme/logo', {
  ...access,
  takesPicture: true,
  summary: 'Uploads a picture as a logo or icon for a theme. Customers see it once that theme is published.',
  input: z.object({ ...ignored, use: z.enum(['logo', 'icon']).default('logo') }),
  output: z.object({ success: z.literal(true), name: z.string() }),
  errors: ['PICTURES_FULL', 'UNSUPPORTED_MEDIA_TYPE'],
})
