import { z } from 'zod'
import { call } from '../call.ts'
import { filledText, flag, id, ignored, latitude, longitude } from '../wire.ts'

const locations = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    is_active: z.boolean(),
    is_default: z.boolean(),
  }),
)

const withLocations = z.object({ success: z.literal(true), locations })

export const listLocations = call('dashboard/popular-locations', {
  summary: 'All popular locations, the primary one first.',
  auth: 'staff',
  permission: 'popular_location_manage',
  input: z.object(ignored),
  output: withLocations,
  errors: [],
})

export const saveLocation = call('dashboard/popular-locations/save', {
  summary: 'Adds a popular location, or changes one with `id`. The first one is primary.',
  auth: 'staff',
  permission: 'popular_location_manage',
  idempotent: true,
  input: z.object({ ...ignored, id: id.nullish(), name: filledText(120), latitude, longitude, is_active: flag }),
  output: withLocations,
  errors: ['NOT_FOUND', 'PRIMARY_LOCATION'],
})

export const setPrimaryLocation = call('dashboard/popular-locations/set-primary', {
  summary: 'Makes a location primary, in place of the previous one.',
  auth: 'staff',
  permission: 'popular_location_manage',
  input: z.object({ ...ignored, id }),
  output: withLocations,
  errors: ['NOT_FOUND'],
})

export const deleteLocation = call('dashboard/popular-locations/delete', {
  summary: 'Deletes a popular location. The primary one cannot be deleted.',
  auth: 'staff',
  permission: 'popular_location_manage',
  input: z.object({ ...ignored, id }),
  output: withLocations,
  errors: ['NOT_FOUND', 'PRIMARY_LOCATION'],
})
