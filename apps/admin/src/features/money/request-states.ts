/** The states of an approval request as people read them. */
export const requestStates: Record<string, string> = {
  waiting: 'Waits for another person',
  booked: 'Booked',
  refused: 'Refused',
}
