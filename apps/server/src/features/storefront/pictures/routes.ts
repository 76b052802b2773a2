import type { Input } from '@nukkad/contract/contract.ts'
import type { Permission } from '@nukkad/contract/permissions.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { denyPermission } from '#platform/audit/deny-permission.ts'
import type { PictureKind } from '#platform/pictures/encode.ts'
import { savePicture } from '#platform/pictures/save-picture.ts'

/** For each purpose of a shop picture: who may upload it, and in which widths it is stored. */
const uses: Record<Input<'dashboard/pictures/upload'>['use'], { permission: Permission; kind: PictureKind }> = {
  slide: { permission: 'promo_sliders_manage', kind: 'store' },
  tile: { permission: 'store_category_sliders_manage', kind: 'item' },
  message: { permission: 'send_notification_manage', kind: 'store' },
  page: { permission: 'pages_manage', kind: 'store' },
}

export const pictureRoutes = routes({
  'dashboard/pictures/upload': async ({ input, session, request, services }) => {
    const { permission, kind } = uses[input.use]
    if (!session.permissions.includes(permission)) {
      const object = { type: 'picture', id: input.use }
      await denyPermission(services, { userId: session.userId, object, permission, request })
    }
    if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
    const { path } = await savePicture(services, { storeId: null, kind, bytes: request.picture })
    return { success: true, path }
  },
})
