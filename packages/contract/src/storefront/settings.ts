import { z } from 'zod'
import { call } from '../call.ts'
import { flag, id, nothing, slug } from '../wire.ts'

/** A setting as the call get-settings sends it; every value is a string. */
export const setting = z.object({ key: z.string(), value: z.string() })

export const getSettings = call('get-settings', {
  // P-02, T-13
  summary: 'All public settings and default texts, without secrets and server-only keys.',
  auth: 'public',
  input: nothing,
  output: z.array(setting),
  errors: [],
})

/** A language that customers can choose. `code` is a BCP 47 tag such as `hi`. */
export const language = z.object({
  id: z.int(),
  language_name: z.string(),
  is_default: flag,
  code: z.string(),
  direction: z.enum(['ltr', 'rtl']),
})

export const getAllLanguages = call('get-all-languages', {
  // P-39
  summary: 'The active languages. Exactly one has is_default 1.',
  auth: 'public',
  input: nothing,
  output: z.array(language),
  errors: [],
})

export const getSingleLanguage = call('get-single-language', {
  // P-40
  summary: 'The texts of one language as a flat object. An unknown id answers an empty object.',
  auth: 'public',
  input: z.object({ id }),
  output: z.record(z.string(), z.string()),
  errors: [],
})

/** A popular location on the wire. The coordinates of a location are decimal strings in degrees. */
export const popularLocation = z.object({
  id: z.int(),
  name: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  is_active: flag,
  is_default: flag,
  created_at: z.string(),
  updated_at: z.string(),
})

export const popularGeoLocations = call('popular-geo-locations', {
  // P-03, J-03
  summary: 'Popular locations, the primary one first.',
  auth: 'public',
  input: nothing,
  output: z.array(popularLocation),
  errors: [],
})

const pageRow = z.object({ id: z.int(), name: z.string(), slug: z.string(), body: z.string() })

export const getPages = call('get-pages', {
  // P-37
  summary: 'The static pages.',
  auth: 'public',
  input: nothing,
  output: z.array(pageRow),
  errors: [],
})

export const getSinglePage = call('get-single-page', {
  // P-38
  summary: 'One static page, or null.',
  auth: 'public',
  input: z.object({ slug }),
  output: pageRow.nullable(),
  errors: [],
})
