/** Returns the address of a map with the way from where the person is to a place; coordinates are in degrees. */
export const directionsTo = ({ latitude, longitude }: Record<'latitude' | 'longitude', string | number>): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
