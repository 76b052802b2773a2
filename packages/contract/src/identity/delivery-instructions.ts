/**
 * The delivery instructions that a customer can choose. A customer cannot choose both `leave_at_door` and
 * `leave_with_guard`, because both say where the rider leaves the order.
 */
export const deliveryInstructions = ['leave_at_door', 'do_not_ring', 'call_on_arrival', 'leave_with_guard'] as const
/** A delivery instruction, by its name on the wire. */
export type DeliveryInstruction = (typeof deliveryInstructions)[number]
