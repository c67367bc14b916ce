import type { Input } from '@cuadre/api/endpoint'
import { TRANSFER_ROLES, type transferAccounts } from '@cuadre/api/transfer'
import type { AccountFilter } from '../shared/account/filters.ts'
import { idOf } from '../shared/urlFilters.ts'

export type TransferRole = (typeof TRANSFER_ROLES)[number]
type Body = Input<typeof transferAccounts>['body']

/** Who hands over to whom, and from when: what the first step asks, and what the address keeps. */
export interface People {
  rol: TransferRole
  origen: number
  destino: number
  desde: number
  /** The last day of a temporary one. */
  hasta: string | undefined
  enCurso: boolean
  avisar: boolean
  /** Of a head: which of the departments of the destination. */
  departamento: number | undefined
}
/** Which accounts: by name, or everything of the origin that a filter lets through. */
export type Selection = { count: number } & ({ ids: readonly number[] } | { filter: AccountFilter })

export const roleOf = (params: URLSearchParams): TransferRole => TRANSFER_ROLES.find((rol) => rol === params.get('rol')) ?? 'ANALISTA'

/** undefined as long as something of it is missing. */
export function peopleOf(params: URLSearchParams): People | undefined {
  const [origen, destino, desde] = ['origen', 'destino', 'desde'].map((name) => idOf(params.get(name)))
  if (origen === undefined || destino === undefined || desde === undefined) return undefined
  return {
    rol: roleOf(params),
    origen,
    destino,
    desde,
    hasta: params.get('hasta') ?? undefined,
    enCurso: params.get('encurso') !== 'no',
    avisar: params.get('avisar') !== 'no',
    departamento: idOf(params.get('departamento')),
  }
}

/** The accounts that a link brings with it (`cuentas=4,7`): who comes so begins where these are looked at. */
export function selectionOf(params: URLSearchParams): Selection | undefined {
  const ids = [
    ...new Set(
      params
        .get('cuentas')
        ?.split(',')
        .flatMap((text) => idOf(text) ?? []),
    ),
  ]
  return ids.length > 0 ? { count: ids.length, ids } : undefined
}

/** Only what is not as usual is written. */
export function paramsOf({ rol, origen, destino, desde, hasta, enCurso, avisar, departamento }: People, step: string) {
  const params = new URLSearchParams({ paso: step, rol, origen: String(origen), destino: String(destino), desde: String(desde) })
  if (hasta) params.set('hasta', hasta)
  if (!enCurso) params.set('encurso', 'no')
  if (!avisar) params.set('avisar', 'no')
  if (departamento !== undefined) params.set('departamento', String(departamento))
  return params
}

/** The filter that leaves the accounts of one person in one of the three responsibilities. */
export const heldBy = ({ rol, origen }: Pick<People, 'rol' | 'origen'>) =>
  ({ ANALISTA: { analystId: origen }, RESPALDO: { backupId: origen }, JEFE: { chiefId: origen } })[rol]

/** The order as the server takes it, the same to look at and to make it. */
export const orderOf = (
  people: People,
  selection: Selection,
  { omitir, omitirErrores }: { omitir: readonly number[]; omitirErrores: boolean },
): Body => ({
  rol: people.rol,
  origenUsuarioId: people.origen,
  destinoUsuarioId: people.destino,
  desdePeriodoId: people.desde,
  hasta: people.hasta,
  incluirEnCurso: people.enCurso,
  notificar: people.avisar,
  COD_DEPARTAMENTO: people.rol === 'JEFE' ? people.departamento : undefined,
  ...('filter' in selection ? { filtro: selection.filter } : { cuentaIds: [...selection.ids] }),
  omitir: [...omitir],
  omitirErrores,
})

/** Sent with a transfer, so that one that is sent twice is made once. Also where the page is not served over https. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
