import type { chartApi } from '@cuadre/api'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import { takeOver } from './chart.service.ts'

export const chartRoutes = ({ db }: AppOptions): Handlers<typeof chartApi> => ({
  importChart: ({ caller, body }) => takeOver(db, caller, body),
})
