import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import { queryClient, reread } from '#lib/query.ts'
import { toast, toastError } from '#lib/toasts.ts'

type Change<Name extends CallName> = {
  /** The call whose cached list is shown in the new order before the server answers. */
  name: Name
  input: WireInput<Name>
  inOrder: (before: Output<Name>) => Output<Name>
  send: () => Promise<unknown>
}

/** Shows a new order of a list before the server has answered, and reads the list again after the answer. */
export async function keepOrder<Name extends CallName>({ name, input, inOrder, send }: Change<Name>): Promise<void> {
  queryClient.setQueryData<Output<Name>>([name, input], (before) => before && inOrder(before))
  try {
    await send()
    toast('The new positions are saved')
  } catch (refusal) {
    toastError(refusal)
  } finally {
    await reread(name)
  }
}
