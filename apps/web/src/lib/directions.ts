/** Returns the URL of a map with directions from the person's location to a point; coordinates are in degrees. */
export const directionsTo = ({ latitude, longitude }: Record<'latitude' | 'longitude', string | number>): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`
