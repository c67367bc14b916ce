import type { chartApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { takeOver } from './chart.service.ts'

export const chartRoutes = ({ db }: AppOptions): Handlers<typeof chartApi> => ({
  importChart: ({ caller, body }) => takeOver(db, caller, body),
})
