import { z } from 'zod'
import { Account } from './account.ts'
import { Analysis } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { Faq } from './faq.ts'
import { Group } from './group.ts'
import { PeriodName, SearchText } from './shapes.ts'
import { TicketRow } from './ticket.ts'
import { User } from './user.ts'

/** How many of each kind an answer has at most. */
export const MAX_FOUND = 5

const FoundAccount = Account.pick({
  COD_CUENTA: true,
  CUENTA: true,
  NOMBRE: true,
  NEGOCIO: true,
  MONEDA: true,
  SALDO: true,
  ANALISTA: true,
})
const FoundAnalysis = Analysis.pick({
  COD_ANALISIS: true,
  COD_PERIODO: true,
  CUENTA: true,
  NOMBRE_CUENTA: true,
  NEGOCIO: true,
  ANALISTA: true,
  MONEDA: true,
  VALOR_BALANCE: true,
  MATERIALIDAD: true,
  ESTADO_PRINCIPAL_ID: true,
  FECHA_ENVIO: true,
})
const FoundGroup = Group.pick({
  AGRUPADO_ID: true,
  COD_PERIODO: true,
  NOMBRE: true,
  NEGOCIO: true,
  ANALISTA: true,
  CUENTAS: true,
  MONEDA: true,
  VALOR_BALANCE: true,
  MATERIALIDAD: true,
  ESTADO_PRINCIPAL_ID: true,
  FECHA_ENVIO: true,
})
const FoundPerson = User.pick({ id: true, NOMBRE: true, USUARIO: true, rol: true, DEPARTAMENTO: true, status: true })
const FoundTicket = TicketRow.pick({ id: true, asunto: true, estadoId: true, estado: true, negocio: true, autor: true })
const FoundQuestion = Faq.pick({ id: true, categoria: true, preguntaEs: true, preguntaEn: true })
export const Found = z
  .object({
    cuentas: z.array(FoundAccount),
    /** The newest period of which the caller sees an analysis; null: none. */
    PERIODO: PeriodName.nullable(),
    /** Of that period only: an account's page leads to its others. */
    analisis: z.array(FoundAnalysis),
    /** Of that period too, by their names. */
    grupos: z.array(FoundGroup),
    personas: z.array(FoundPerson),
    tickets: z.array(FoundTicket),
    preguntas: z.array(FoundQuestion),
  })
  .meta({ id: 'Found' })
export type Found = z.output<typeof Found>

/** Each kind as its own list shows it: nothing of a kind whose key the caller lacks. Every word must occur; what begins with the text comes first. */
export const searchAll = endpoint('GET', '/search', {
  summary: 'Accounts, analyses, groups of them, people, tickets and questions that I may see, by a few letters',
  allow: 'signed-in',
  query: z.object({ texto: SearchText.min(2) }),
  response: Found,
})
