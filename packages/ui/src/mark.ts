/** The product's mark on a grid of 96: an awning of three petals over an open door, which also looks like a map pin. */
export const markPetals = [
  {
    path: 'M48 12c11.6 12 16.8 24.4 16.8 36.4 0 12.8-6.4 23.6-16.8 32.4-10.4-8.8-16.8-19.6-16.8-32.4C31.2 36.4 36.4 24 48 12Z',
    opacity: 1,
  },
  {
    path: 'M83.6 36.8c2 20.8-10.4 37.2-29.2 45.2 12.4-10.4 18.4-22.4 18.4-36 0-1.6 0-3.2-.4-4.8 3.6-2 7.2-3.6 11.2-4.4Z',
    opacity: 0.72,
  },
  {
    path: 'M12.4 36.8c-2 20.8 10.4 37.2 29.2 45.2-12.4-10.4-18.4-22.4-18.4-36 0-1.6 0-3.2.4-4.8-3.6-2-7.2-3.6-11.2-4.4Z',
    opacity: 0.72,
  },
] as const
