import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import { decideGroup } from '../../workflow/decision/decision.service.ts'
import { create } from '../../workflow/group/group.service.ts'
import { submitGroup } from '../../workflow/group/group.submission.ts'
import { withFile, workbook } from './papers.ts'
import { type DemoOptions, personNamed } from './people.ts'

type Step = 'enviado' | 'jefatura' | 'rechazado' | 'control'
type DemoGroup = { analyst: string; control: string; name: string; comment: string; until?: Step }

/** One of each state, in three countries and four currencies. */
const GROUPS: readonly DemoGroup[] = [
  {
    analyst: 'igaleano',
    control: 'bmontoya',
    name: 'Títulos en garantía',
    comment: 'Se renovaron las garantías con la cámara; los certificados están en el libro.',
    until: 'jefatura',
  },
  {
    analyst: 'jbenitez',
    control: 'bmontoya',
    name: 'Cartera con atraso',
    comment: 'Pasó a mora lo que venció el día 20; el detalle por cliente está en el libro.',
    until: 'enviado',
  },
  {
    analyst: 'fcontreras',
    control: 'rvaldes',
    name: 'Caja y bancos',
    comment: 'Los extractos al último día hábil están en el libro; no hay partidas sin conciliar.',
    until: 'control',
  },
  {
    analyst: 'btapia',
    control: 'rvaldes',
    name: 'Valores por cobrar',
    comment: 'Se cedieron facturas a la factoring el día 22; la liquidación está en el libro.',
    until: 'rechazado',
  },
  {
    analyst: 'jparedes',
    control: 'rvaldes',
    name: 'Disponible en moneda extranjera',
    comment: 'Se vendieron dólares para la nómina; los extractos y el cambio del día están en el libro.',
    until: 'jefatura',
  },
  { analyst: 'aarango', control: 'mospina', name: 'Bancos y clientes', comment: '' },
]
const MEMBERS = 3

/** Accounts that belong together, analysed with one file, by the people whose turn it is. */
export async function createGroups({ db, storage }: DemoOptions, periodId: number): Promise<void> {
  for (const { analyst, control, name, comment, until } of GROUPS) {
    const own = await personNamed(db, analyst, 1)
    const members = await alike(db, periodId, own.userId)
    if (members.length < MEMBERS) throw new Error(`The demo has no ${MEMBERS} analyses of ${analyst} for the group ${name}`)
    const { AGRUPADO_ID: id } = await create(db, own, { NOMBRE: name, COD_ANALISIS: members.map((one) => one.id) })
    if (!until) continue
    const table = [['Cuenta', 'Concepto', 'Saldo'], ...members.map(({ code, balance }) => [code, comment, Number(balance)])]
    await withFile(`${name}.xlsx`, workbook('Detalle', table), (file) =>
      submitGroup(db, storage, own, id, {
        file,
        VALORES: JSON.stringify(
          members.map(({ id, balance }) => ({ COD_ANALISIS: id, VALOR_ANALISIS: balance, COMENTARIO_VARIACION: comment })),
        ),
      }),
    )
    if (until === 'enviado') continue
    const head = await personNamed(db, members[0]!.chief, 2)
    if (until === 'rechazado') {
      const comentario = 'Falta la liquidación de la factoring por las facturas cedidas. Adjúntela.'
      await decideGroup(db, head, id, { level: 'jefatura', outcome: 'rechazado', comentario, motivo: 'FALTA_SOPORTE' })
      continue
    }
    await decideGroup(db, head, id, { level: 'jefatura', outcome: 'aprobado' })
    if (until === 'control') await decideGroup(db, await personNamed(db, control, 3), id, { level: 'control', outcome: 'aprobado' })
  }
}

/** Of an analyst's pending analyses some that may be grouped: of one department, business and currency. */
const alike = (db: Db, periodId: number, analystId: number) =>
  rows(
    db,
    sql<{ id: number; code: string; balance: string; chief: string }>`select id, code, chief, balance::text from (
        select a.id, c.code, u.username as chief, a.balance, count(*) over (partition by a.department_id, a.business_id, a.currency) as n,
          dense_rank() over (order by a.department_id, a.business_id, a.currency) as place
        from analysis a join account c on c.id = a.account_id join department d on d.id = a.department_id join app_user u on u.id = d.chief_id
        where a.period_id = ${periodId} and a.analyst_id = ${analystId} and a.group_id is null
          and a.state_main = ${state.pendiente} and a.submitted_at is null and a.balance <> 0) found
      where n >= ${MEMBERS} order by n desc, place, code limit ${MEMBERS}`,
  )
