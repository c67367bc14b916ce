import type { uploadApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../http/implement.ts'

export const uploadRoutes = ({ storage: { uploads } }: AppOptions): Handlers<typeof uploadApi> => ({
  getUpload: async ({ caller, params }) => ({ RECIBIDO: await uploads.received(caller.userId, params.id) }),
  appendUpload: async ({ caller, params, query, body }) => ({
    RECIBIDO: await uploads.append(caller.userId, params.id, query.desde, body),
  }),
})
