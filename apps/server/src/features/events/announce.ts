import type { Services } from '#http/calls.ts'

export async function announceOrderEvent(_services: Services, _payload: string): Promise<void> {}
