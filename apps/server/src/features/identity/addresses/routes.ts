import { addressProblems } from '@nukkad/rules/address.ts'
import { normaliseLine } from '@nukkad/rules/text.ts'
import { storeServes } from '#features/catalogue/stores/reach.ts'
import { readReach } from '#features/catalogue/stores/read-stores.ts'
import { setDefaultAddress } from '#features/identity/accounts/default-address.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { reasonsOfProblems } from '#http/field-reasons.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { forgetAddress } from './forget-address.ts'
import { updateAddress } from './queries.ts'
import { readAddress } from './read-address.ts'
import { readAddresses } from './read-addresses.ts'
import { saveDefaultAddress } from './save-address.ts'

const READINGS_WINDOW_SECONDS = 60
const reasons = {
  'address.required': 'fieldAddressMissing',
  'house.required': 'fieldHouseMissing',
  'latitude.invalid': 'fieldPlaceInvalid',
  'longitude.invalid': 'fieldPlaceInvalid',
} as const

export const addressRoutes = routes({
  'get-addresses': async ({ input, session: { userId }, db, config }) => {
    const addresses = await readAddresses(db, { userId, timeZone: config.timeZone })
    if (input.restaurant_id == null) return addresses
    const store = await readReach(db, input.restaurant_id)
    return addresses.map((address) => {
      const point = { lat: Number(address.latitude), lng: Number(address.longitude) }
      return { ...address, is_operational: store && storeServes(store, point) ? 1 : 0 }
    })
  },

  'save-address': {
    write: async ({ tx, input, session: { userId, actingStaffId }, settings, config }) => {
      const address = {
        address: normaliseLine(input.address),
        house: normaliseLine(input.house ?? '') || null,
        landmark: normaliseLine(input.landmark ?? '') || null,
        tag: normaliseLine(input.tag ?? '') || null,
        latitude: input.latitude,
        longitude: input.longitude,
      }
      const problems = addressProblems(address, settings.get('flatApartmentAddressRequired'))
      if (Object.keys(problems).length > 0)
        throw new AppError('ADDRESS_INVALID', { fields: reasonsOfProblems(problems, reasons) })
      const { address_id: changedId } = input
      if (changedId == null) await saveDefaultAddress(tx, userId, address, actingStaffId)
      else if (!(await updateAddress(tx, userId, changedId, address))) throw new AppError('NOT_FOUND')
      if (input.get_only_default_address == null) return readAddresses(tx, { userId, timeZone: config.timeZone })
      const { landmark: _landmark, ...shown } = address
      return { ...shown, latitude: String(address.latitude), longitude: String(address.longitude) }
    },
  },

  'delete-address': {
    write: async ({ tx, input, session: { userId }, config }) => {
      await forgetAddress(tx, { userId, addressId: input.address_id })
      return readAddresses(tx, { userId, timeZone: config.timeZone })
    },
  },

  'set-default-address': {
    write: async ({ tx, input, session: { userId }, config }) => {
      if (!(await setDefaultAddress(tx, { userId, addressId: input.address_id }))) throw new AppError('NOT_FOUND')
      return readAddresses(tx, { userId, timeZone: config.timeZone })
    },
  },

  'coordinate-to-address': async ({ input, request, services }) => {
    await takeFromClientLimit(services.db, {
      name: 'coordinate-to-address',
      client: request.client,
      most: services.settings.number('limitAddressReadingsPerAddress'),
      windowSeconds: READINGS_WINDOW_SECONDS,
    })
    return readAddress(services, { lat: input.lat, lng: input.lng })
  },
})
