/**
 * The delivery instructions that a customer can choose. At most one of the first and the last may be set, because both
 * say where the order is left.
 */
export const deliveryInstructions = ['leave_at_door', 'do_not_ring', 'call_on_arrival', 'leave_with_guard'] as const
/** One of {@link deliveryInstructions}. */
export type DeliveryInstruction = (typeof deliveryInstructions)[number]
