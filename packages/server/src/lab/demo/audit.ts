import { ROLE } from '@cuadre/api/roles'
import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { raise, step } from '../../workflow/observation/observation.service.ts'
import { draw, rows as rowsOf } from '../../workflow/sample/sample.service.ts'
import { personNamed } from './people.ts'

type Observed = { id: number; analyst: string; head: string | null }
/** `late`: days since it was due. */
type Thread = { subject: string; said: readonly (readonly ['pregunta' | 'respuesta' | 'cierre', string])[]; late?: number }

const THREADS: Thread[] = [
  {
    subject: 'Extracto que falta en la conciliación',
    said: [['pregunta', 'La conciliación cita el extracto del día 31 y en la carpeta solo está el del día 28. ¿Puede adjuntarlo?']],
  },
  {
    subject: 'Partida abierta desde hace más de 90 días',
    said: [['pregunta', 'La partida de mayor antigüedad no tiene plan de cobro. ¿Quién la sigue y cuándo se regulariza?']],
    late: 4,
  },
  {
    subject: 'Tipo de cambio de cierre',
    said: [
      ['pregunta', 'El saldo en dólares está a un tipo de cambio distinto del publicado ese día. ¿De dónde sale?'],
      [
        'respuesta',
        'Se tomó el tipo comprador de las 17 h; la política pide el de cierre. La diferencia es de 312,40 y se ajusta este mes.',
      ],
      ['pregunta', 'Gracias. ¿Puede indicar el asiento del ajuste y quién lo aprueba?'],
    ],
  },
  {
    subject: 'Provisión sin memoria de cálculo',
    said: [
      ['pregunta', 'La provisión del trimestre no trae memoria de cálculo ni la tasa usada. ¿Dónde está?'],
      ['respuesta', 'Está en la hoja «Provisión» del papel de trabajo: tasa del 2,5 % sobre cartera vencida de 31 a 60 días.'],
    ],
  },
  {
    subject: 'Firma de quien revisó',
    said: [
      ['pregunta', 'La hoja de revisión tiene la fecha y no la firma de jefatura. ¿Se revisó antes de aprobar?'],
      ['respuesta', 'Sí: la firma electrónica está en el expediente del período, junto con la hora de la decisión.'],
    ],
  },
  {
    subject: 'Contrato de la garantía',
    said: [
      ['pregunta', 'El sustento menciona un contrato marco de garantía que no está en los anexos. ¿Cuál es su vigencia?'],
      ['respuesta', 'El contrato vence en dos años; lo agregamos a los anexos del expediente con la adenda de este año.'],
      ['cierre', 'Visto el contrato y su adenda. Sin más que pedir.'],
    ],
  },
  {
    subject: 'Cuenta clasificada en otro rubro',
    said: [
      ['pregunta', 'La cuenta figura en disponibilidades y su saldo es de depósitos a plazo. ¿Por qué?'],
      ['cierre', 'El plan de cuentas lo admite para plazos menores de 30 días; queda cerrada.'],
    ],
  },
]

type Place = { db: Db; zone: string }

/** Observations of two auditors in every state, and samples that nobody, somebody and everybody has looked through. */
export async function createAudit({ db, zone }: Place): Promise<void> {
  const auditor = await personNamed(db, 'payala', ROLE.auditor)
  const analyses = await rows(
    db,
    sql<Observed>`select distinct on (a.business_id) a.id, u.username as analyst, h.username as head from analysis a join app_user u on u.id = a.analyst_id
      join department d on d.id = a.department_id left join app_user h on h.id = d.chief_id join country c on c.id = a.country_id
      where c.iso = 'BR' and a.group_id is null and a.state_main = ${state.aprobado} order by a.business_id, a.period_id desc, md5(a.id::text)`,
  )
  for (const [i, thread] of THREADS.entries()) await observe({ db, zone }, auditor, thread, analyses[i % analyses.length]!)
  await leaveToColleague(db)
  await drawSamples(db, auditor)
}

/** An answered question of an auditor whose access has ended since: a colleague of the firm carries it on. */
const leaveToColleague = (db: Db) =>
  sql`with asked as (
      insert into observation (analysis_id, auditor_id, subject, state, created_at, updated_at, due_on, revision)
      select a.id, w.id, 'Confirmación del banco', 'respondida', now() - interval '34 days', now() - interval '29 days', current_date - 27, 2
      from app_user w, analysis a join country c on c.id = a.country_id where w.username = 'dcastano' and c.iso = 'BR' and a.group_id is null and a.state_main = ${state.aprobado}
      order by a.period_id, md5(a.id::text) limit 1 returning id, analysis_id, auditor_id
    ) insert into observation_entry (observation_id, kind, text, person_id, role_id, at)
      select asked.id, said.kind, said.text, case said.kind when 'pregunta' then asked.auditor_id else a.analyst_id end,
        case said.kind when 'pregunta' then ${ROLE.auditor}::int else ${ROLE.analista}::int end, now() - said.ago
      from asked join analysis a on a.id = asked.analysis_id, (values
        ('pregunta', 'La confirmación del banco no está en los anexos. ¿Cuándo llega el original?', interval '34 days'),
        ('respuesta', 'Llegó el día 6 y está en el expediente; el saldo confirmado es el del libro.', interval '29 days')) as said(kind, text, ago)
      order by asked.id, said.ago desc`.execute(db)

async function observe({ db, zone }: Place, auditor: Caller, { subject, said, late }: Thread, { id, analyst, head }: Observed) {
  const asking = allowed(auditor, 'analysis.observation.raise')
  const [first, ...rest] = said
  const { ID } = await raise({ db, zone }, asking, { COD_ANALISIS: id, ASUNTO: subject, PREGUNTA: first![1], VENCE: inDays(7) })
  for (const [kind, text] of rest) {
    if (kind === 'pregunta') await step({ db, zone }, asking, ID, 'preguntar', text, undefined, inDays(5))
    if (kind === 'cierre') await step({ db, zone }, asking, ID, 'cerrar', text)
    // One in two is answered by the head of the department.
    if (kind === 'respuesta') {
      const person = head && ID % 2 === 0 ? await personNamed(db, head, ROLE.jefatura) : await personNamed(db, analyst, ROLE.analista)
      await step({ db, zone }, allowed(person, 'analysis.observation.answer'), ID, 'responder', text)
    }
  }
  if (late)
    await sql`update observation set due_on = current_date - ${late}::int, created_at = now() - interval '11 days' where id = ${ID}`.execute(
      db,
    )
}

/** How many of each have been opened, in hundredths. */
const SAMPLES = [
  ['Saldos materiales, cierre del trimestre', 24, 0],
  ['Conciliaciones bancarias', 15, 40],
  ['Prueba de recorrido de aprobaciones', 8, 100],
] as const

async function drawSamples(db: Db, auditor: Caller) {
  const periods = await rows(db, sql<{ id: number }>`select id from period where closed_at is not null order by name desc limit 3`)
  for (const [i, [nombre, n, opened]] of SAMPLES.entries()) {
    const { ID } = await draw(db, auditor, { nombre, n, semilla: `cuadre-${i + 1}`, periodId: periods[i % periods.length]!.id })
    const answer = await rowsOf(db, auditor, ID, { page: 1, limit: n, sort: undefined, format: 'json' })
    const drawn = 'data' in answer ? answer.data : []
    for (const { COD_ANALISIS } of drawn.slice(0, Math.round((drawn.length * opened) / 100)))
      await sql`insert into auditor_access (user_id, kind, call, route, filters) values (${auditor.userId}, 'vista', 'getAnalysis', ${`/analysis/${COD_ANALISIS}`}, '{}')`.execute(
        db,
      )
  }
}

const allowed = (caller: Caller, key: 'analysis.observation.raise' | 'analysis.observation.answer'): Caller => ({
  ...caller,
  permissions: new Set([key]),
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
