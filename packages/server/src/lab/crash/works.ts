import { ROLE } from '@cuadre/api/roles'
import { TICKET_STATE } from '@cuadre/api/ticket'
import { sql } from 'kysely'
import { periodStatus, role, state } from '../../platform/database/codes.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { ACCOUNTS, code, IMPORTED } from './world.ts'

export type Call = (as: string, method: string, path: string, body?: object | FormData) => Promise<unknown>
/** An answer received before the server was killed, as a statement that must hold in the database afterwards. */
export type Acknowledged = { said: string; holds: (db: Db) => Promise<boolean> }
type Work = {
  name: string
  /** Makes calls until it is done or the server is gone; reports each answer at once. */
  run: (call: Call, round: number, told: (answer: Acknowledged) => void, db: Facts) => Promise<void>
}
/** What the driver has read before the server started. */
type Facts = {
  period: number
  pending: readonly { id: number; balance: string }[]
  submitted: readonly number[]
  inReview: readonly number[]
  past: readonly number[]
  /** The people who have the accounts, and who could have them. */
  analyst: Named
  other: Named
}
type Named = { id: number; username: string }

export const readFacts = async (db: Db): Promise<Facts> => {
  const current = (await row(db, sql<{ id: number }>`select id from period order by name desc limit 1`))!
  const [analyst, other] = await rows(
    db,
    sql<Named>`select id, username from app_user where active_role_id = ${role.analista} order by id = (select min(analyst_id) from account) desc`,
  )
  const ids = async (where: ReturnType<typeof sql>) =>
    (await rows(db, sql<{ id: number }>`select id from analysis where ${where} and group_id is null order by id`)).map(({ id }) => id)
  return {
    period: current.id,
    analyst: analyst!,
    other: other!,
    pending: await rows(
      db,
      sql<{
        id: number
        balance: string
      }>`select id, balance::text from analysis where state_main = ${state.pendiente} and submitted_at is null and group_id is null order by id`,
    ),
    submitted: await ids(sql`state_main = ${state.pendiente} and submitted_at is not null`),
    inReview: await ids(sql`state_main = ${state.revision}`),
    past: (
      await rows(
        db,
        sql<{ id: number }>`select id from period where status_id = ${periodStatus.abierto} and id <> ${current.id} order by name`,
      )
    ).map(({ id }) => id),
  }
}

const yes = async (db: Db, condition: ReturnType<typeof sql<{ holds: boolean }>>) => (await row(db, condition))?.holds === true

/** The balance of each account in a round's file: the account's number plus the round. */
const load: Work = {
  name: 'load',
  async run(call, round, told, { period }) {
    const lines = Array.from({ length: ACCOUNTS }, (_, i) => `00051626;${code(i)};Cuenta ${i};${1000 + i + round * 10_000},00`)
    const form = new FormData()
    form.append('SIMULAR', 'true')
    form.append('COD_PERIODO', String(period))
    form.append('file', new File([['negocio;cuenta;nombre;saldo', ...lines].join('\r\n')], `saldos-${round}.csv`))
    const { COD_CARGA, preview } = (await call('control', 'POST', '/balances/upload', form)) as {
      COD_CARGA: number
      preview: { token: string }
    }
    told({
      said: `load ${COD_CARGA} is staged`,
      holds: (db) => yes(db, sql`select count(*) = ${ACCOUNTS} as holds from load_row where load_id = ${COD_CARGA}`),
    })
    await call('control', 'POST', `/balances/load/${COD_CARGA}/confirm`, { token: preview.token })
    told({
      said: `load ${COD_CARGA} is confirmed`,
      holds: (db) => yes(db, sql`select status = 'confirmada' as holds from balance_load where id = ${COD_CARGA}`),
    })
  },
}

const submit: Work = {
  name: 'submit',
  async run(call, round, told, { pending, analyst }) {
    for (const { id, balance } of pending.slice(0, 40)) {
      const form = new FormData()
      form.append('VALOR_ANALISIS', balance)
      form.append('VARIACION', '0')
      form.append('COMENTARIO_VARIACION', 'Conciliado con el extracto del banco.')
      form.append('file', new File([`%PDF-1.4\n${round} ${id}\n%%EOF\n`], 'extracto.pdf'))
      await call(analyst.username, 'POST', `/analysis/file/${id}`, form)
      told({
        said: `analysis ${id} is submitted`,
        holds: (db) => yes(db, sql`select submitted_at is not null as holds from analysis where id = ${id}`),
      })
    }
  },
}

/** Annexes of waiting analyses, which the next submission includes. */
const annex: Work = {
  name: 'annex',
  async run(call, round, told, { pending, analyst }) {
    for (const { id } of pending.slice(0, 20)) {
      const form = new FormData()
      form.append('file', new File([`%PDF-1.4\nanexo ${round} ${id}\n%%EOF\n`], 'contrato.pdf'))
      const { ID } = (await call(analyst.username, 'POST', `/analysis/${id}/annex`, form)) as { ID: number }
      told({
        said: `annex ${ID} is beside analysis ${id}`,
        holds: (db) => yes(db, sql`select count(*) = 1 as holds from annex_of where annex_id = ${ID} and analysis_id = ${id}`),
      })
    }
  },
}

/** Two accounts with one file and one decision. */
const group: Work = {
  name: 'group',
  async run(call, round, told, { pending, analyst }) {
    const members = pending.slice(-2)
    if (members.length < 2) return
    const ids = members.map(({ id }) => id)
    const { AGRUPADO_ID } = (await call(analyst.username, 'POST', '/analysis/group', { NOMBRE: `Grupo ${round}`, COD_ANALISIS: ids })) as {
      AGRUPADO_ID: number
    }
    const all = (what: ReturnType<typeof sql>) => (db: Db) =>
      yes(db, sql`select count(*) = 2 as holds from analysis where group_id = ${AGRUPADO_ID} and ${what}`)
    told({ said: `group ${AGRUPADO_ID} is made`, holds: all(sql`true`) })
    const form = new FormData()
    form.append('VALORES', JSON.stringify(members.map(({ id, balance }) => ({ COD_ANALISIS: id, VALOR_ANALISIS: balance }))))
    form.append('COMENTARIO_VARIACION', 'Conciliado con el extracto del banco.')
    form.append('file', new File([`%PDF-1.4\ngrupo ${round}\n%%EOF\n`], 'extracto.pdf'))
    await call(analyst.username, 'POST', `/analysis/group/${AGRUPADO_ID}/file`, form)
    told({ said: `group ${AGRUPADO_ID} is submitted`, holds: all(sql`submitted_at is not null`) })
    await call('jefatura', 'PATCH', `/department/aprobar-grupo-analisis-jefatura/${AGRUPADO_ID}`, {})
    told({ said: `group ${AGRUPADO_ID} is approved`, holds: all(sql`state_main = ${state.revision}`) })
  },
}

const decisions = (name: string, as: string, path: string, state: number, of: (looked: Facts) => readonly number[]): Work => ({
  name,
  async run(call, _, told, looked) {
    for (const id of of(looked)) {
      await call(as, 'PATCH', `${path}/${id}`, { comentario: 'Conforme.' })
      told({
        said: `analysis ${id} is decided`,
        holds: (db) => yes(db, sql`select state_main = ${state} as holds from analysis where id = ${id}`),
      })
    }
  },
})

/** Half of what waits for jefatura, in one call. */
const bulk: Work = {
  name: 'approve in bulk (jefatura)',
  async run(call, _, told, { submitted }) {
    const ids = submitted.slice(0, Math.ceil(submitted.length / 2))
    if (ids.length === 0) return
    const { hechos } = (await call('jefatura', 'POST', '/analysis/decide-bulk', { ids, level: 'jefatura', action: 'aprobar' })) as {
      hechos: number[]
    }
    told({
      said: `${hechos.length} analyses are approved`,
      holds: (db) =>
        yes(
          db,
          sql`select count(*) = ${hechos.length} as holds from analysis where id = any(${hechos}::int[]) and state_main = ${state.revision}`,
        ),
    })
  },
}

const transfer: Work = {
  name: 'transfer',
  async run(call, round, told, { period, analyst, other }) {
    const body = {
      origenUsuarioId: analyst.id,
      destinoUsuarioId: other.id,
      rol: 'ANALISTA',
      filtro: {},
      desdePeriodoId: period,
      omitirErrores: true,
      motivo: `Rotación de cartera, ronda ${round}`,
    }
    const { huella } = (await call('control', 'POST', '/account/transfer', { ...body, simular: true })) as { huella: string }
    const { lote, movidas } = (await call('control', 'POST', '/account/transfer', { ...body, huella })) as { lote: number; movidas: number }
    told({
      said: `transfer ${lote} is made`,
      holds: (db) =>
        yes(
          db,
          sql`select count(*) = ${movidas} and bool_and(c.analyst_id = ${other.id}) as holds from transfer_account t join account c on c.id = t.account_id
            where t.transfer_id = ${lote}`,
        ),
    })
  },
}

const close: Work = {
  name: 'close',
  async run(call, _, told, { past }) {
    for (const id of past.slice(0, 4)) {
      const { token, period } = (await call('control', 'GET', `/period/${id}/checklist`)) as { token: string; period: { PERIODO: string } }
      await call('control', 'POST', `/period/${id}/close`, {
        token,
        PERIODO: period.PERIODO,
        MOTIVO: 'Cierre de un período antiguo sin saldos.',
      })
      told({
        said: `period ${id} is closed`,
        holds: (db) => yes(db, sql`select status_id = ${periodStatus.cerrado} as holds from period where id = ${id}`),
      })
    }
  },
}

/** Opened, answered with a file, and solved. */
const tickets: Work = {
  name: 'tickets',
  async run(call, round, told, { analyst }) {
    for (let n = 0; n < 8; n++) {
      const { id } = (await call(analyst.username, 'POST', '/tickets-suport', {
        asunto: `No puedo subir el balance ${round}-${n}`,
        descripcion: 'El archivo de julio no se deja cargar.',
        categoriaId: 4,
        tipoId: 1,
        negocioId: 1,
      })) as { id: number }
      told({ said: `ticket ${id} is open`, holds: (db) => yes(db, sql`select count(*) = 1 as holds from ticket where id = ${id}`) })
      const form = new FormData()
      form.append('texto', 'Adjunto la guía.')
      form.append('file', new File([`%PDF-1.4\nguía ${round} ${n}\n%%EOF\n`], 'guia.pdf'))
      const { revision } = (await call('control', 'POST', `/tickets-suport/${id}/comments`, form)) as { revision: number }
      told({
        said: `ticket ${id} is answered`,
        holds: (db) =>
          yes(
            db,
            sql`select count(*) = 1 as holds from ticket_comment c join ticket_file f on f.comment_id = c.id where c.ticket_id = ${id}`,
          ),
      })
      await call('control', 'PATCH', `/tickets-suport/${id}`, { revision, estadoId: TICKET_STATE.resuelto })
      told({
        said: `ticket ${id} is solved`,
        holds: (db) => yes(db, sql`select state = ${TICKET_STATE.resuelto} as holds from ticket where id = ${id}`),
      })
    }
  },
}

/** A folder with files, each replaced by a newer version. */
const resources: Work = {
  name: 'resources',
  async run(call, round, told) {
    const folder = (await call('control', 'POST', '/tools-and-services/folders', { name: `Manuales ${round}`, parentFolderId: null })) as {
      id: number
    }
    told({
      said: `folder ${folder.id} is made`,
      holds: (db) => yes(db, sql`select count(*) = 1 as holds from folder where id = ${folder.id}`),
    })
    for (let n = 0; n < 8; n++) {
      const sent = (what: string) => {
        const form = new FormData()
        form.append('file', new File([`%PDF-1.4\n${what} ${round} ${n}\n%%EOF\n`], `manual-${n}.pdf`))
        return form
      }
      const first = sent('manual')
      first.append('folderId', String(folder.id))
      const { id } = (await call('control', 'POST', '/tools-and-services/files', first)) as { id: number }
      told({ said: `resource ${id} is there`, holds: (db) => yes(db, sql`select count(*) = 1 as holds from resource where id = ${id}`) })
      await call('control', 'POST', `/tools-and-services/files/${id}/versions`, sent('manual nuevo'))
      told({
        said: `resource ${id} has two versions`,
        holds: (db) => yes(db, sql`select count(*) = 1 as holds from resource_version where resource_id = ${id}`),
      })
    }
  },
}

const parameters: Work = {
  name: 'parameters',
  async run(call, round, told) {
    for (let n = 0; n < 10; n++) {
      const valor = 1 + ((round * 10 + n) % 240)
      await call('admin', 'PATCH', '/config-enviroment/3', { valor, motivo: `Ronda ${round}, paso ${n}` })
      told({
        said: `the parameter was ${valor} in round ${round}, step ${n}`,
        holds: (db) =>
          yes(
            db,
            sql`select count(*) = 1 as holds from parameter_change where reason = ${`Ronda ${round}, paso ${n}`} and new_value = ${valor}`,
          ),
      })
    }
  },
}

const roles: Work = {
  name: 'roles',
  async run(call, round, told) {
    for (let n = 0; n < 6; n++) {
      const { id, revision } = (await call('admin', 'POST', '/permissions/rol', {
        nombre: `Rol ${round}-${n}`,
        COD_TIPO_USUARIO: ROLE.control,
        enabledKeys: ['admin.user.read'],
      })) as { id: number; revision: number }
      told({ said: `role ${id} is made`, holds: (db) => yes(db, sql`select count(*) = 1 as holds from role where id = ${id}`) })
      const enabledKeys = ['admin.user.read', 'admin.business.read']
      await call('admin', 'PATCH', `/permissions/rol/${id}/enabled-keys`, { enabledKeys, revision })
      told({
        said: `role ${id} has two keys`,
        holds: (db) => yes(db, sql`select count(*) = 2 as holds from role_permission where role_id = ${id}`),
      })
    }
  },
}

/** A business with its departments, all of them or none. */
const imports: Work = {
  name: 'imports',
  async run(call, round, told) {
    const lines = Array.from({ length: IMPORTED }, (_, i) => `Brasil;Importado ${round};Ronda ${round} ${i}`)
    const send = async (more: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(more)) form.append(name, value)
      form.append('file', new File([['País;Negocio;Departamento', ...lines].join('\r\n')], 'organizacion.csv'))
      return (await call('admin', 'POST', '/organisation/import', form)) as { huella: string }
    }
    const { huella } = await send({ simular: 'true' })
    await send({ huella })
    told({
      said: `the import of round ${round} is done`,
      holds: (db) => yes(db, sql`select count(*) = ${IMPORTED} as holds from department where name like ${`Ronda ${round} %`}`),
    })
  },
}

/** Systems that are told of events. */
const webhooks: Work = {
  name: 'webhooks',
  async run(call, round, told) {
    for (let n = 0; n < 8; n++) {
      const { id, REVISION } = (await call('admin', 'POST', '/webhooks', {
        NOMBRE: `Sistema ${round}-${n}`,
        URL: `http://127.0.0.1:9/${round}`,
        EVENTOS: ['periodo_abierto'],
      })) as { id: number; REVISION: number }
      told({ said: `webhook ${id} is made`, holds: (db) => yes(db, sql`select count(*) = 1 as holds from webhook where id = ${id}`) })
      await call('admin', 'PATCH', `/webhooks/${id}`, { ACTIVO: false, REVISION })
      told({ said: `webhook ${id} is off`, holds: (db) => yes(db, sql`select not active as holds from webhook where id = ${id}`) })
    }
  },
}

export const WORKS: readonly Work[] = [
  load,
  annex,
  group,
  submit,
  bulk,
  decisions('approve (jefatura)', 'jefatura', '/department/aprobar-analisis-jefatura', 2, ({ submitted }) => submitted),
  decisions('approve (control)', 'control', '/sub-management/aprobar-analisis-control', 4, ({ inReview }) => inReview),
  transfer,
  close,
  tickets,
  resources,
  parameters,
  roles,
  imports,
  webhooks,
]
