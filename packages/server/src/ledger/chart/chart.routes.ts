import type { chartApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { previewOrImport } from './chart.service.ts'

export const chartRoutes = ({ db }: AppOptions): Handlers<typeof chartApi> => ({
  importChart: ({ caller, body }) => previewOrImport(db, caller, body),
})
