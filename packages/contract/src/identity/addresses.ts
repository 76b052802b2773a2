import { z } from 'zod'
import { call } from '../call.ts'
import { flag, id, ignored, latitude, longitude, text } from '../wire.ts'
import { deliveryInstructions } from './delivery-instructions.ts'

/** The delivery instructions in answers: those of an order, or those of a customer's last order to an address. */
export const wishes = {
  delivery_instructions: z.array(z.enum(deliveryInstructions)),
  delivery_note: z.string().nullable(),
}

/** An address in the form of the wire. Coordinates are decimal strings in degrees, as existing apps expect. */
export const address = z.object({
  id: z.int(),
  user_id: z.int(),
  address: z.string(),
  house: z.string().nullable(),
  landmark: z.string().nullable(),
  tag: z.string().nullable(),
  latitude: z.string(),
  longitude: z.string(),
  ...wishes,
  is_default: flag,
  created_at: z.string(),
  updated_at: z.string(),
  /** Whether a store delivers to the address; present only when the request names the store. */
  is_operational: flag.optional(),
})

const addresses = z.array(address)

export const getAddresses = call('get-addresses', {
  // P-52
  summary: "The customer's addresses, newest first. With a store, it says whether that store delivers to each.",
  auth: 'customer',
  forCallers: true,
  input: z.object({ restaurant_id: id.nullish(), ...ignored }),
  output: addresses,
  errors: [],
})

export const saveAddress = call('save-address', {
  // P-53, GAP-20
  summary: 'Saves an address and makes it the default. With an `address_id` of the customer, it changes that address.',
  auth: 'customer',
  forCallers: true,
  input: z.object({
    latitude,
    longitude,
    address: text(300),
    house: text(120).nullish(),
    landmark: text(120).nullish(),
    tag: text(60).nullish(),
    get_only_default_address: z.unknown().optional(),
    /**
     * The id of the address to change. If the id is missing, the call adds a new address. If the changed address is the
     * default address, it stays the default.
     */
    address_id: id.nullish(),
    ...ignored,
  }),
  output: z.union([
    addresses,
    z.object({
      address: z.string(),
      house: z.string().nullable(),
      latitude: z.string(),
      longitude: z.string(),
      tag: z.string().nullable(),
    }),
  ]),
  errors: ['ADDRESS_INVALID', 'NOT_FOUND'],
})

export const deleteAddress = call('delete-address', {
  // P-54
  summary: "Deletes an address of the customer. Another customer's id changes nothing.",
  auth: 'customer',
  input: z.object({ address_id: id, ...ignored }),
  output: addresses,
  errors: [],
})

export const coordinateToAddress = call('coordinate-to-address', {
  // P-68, GAP-30
  summary: 'The address of a point, as a plain string. Street names are included only when `googleFullAddress` is on.',
  auth: 'public',
  input: z.object({ lat: latitude, lng: longitude, ...ignored }),
  output: z.string(),
  errors: ['ADDRESS_UNREADABLE'],
})

export const setDefaultAddress = call('set-default-address', {
  // P-55
  summary: "Makes an address of the customer the default. Another customer's id is refused.",
  auth: 'customer',
  forCallers: true,
  input: z.object({ address_id: id, ...ignored }),
  output: addresses,
  errors: ['NOT_FOUND'],
})
