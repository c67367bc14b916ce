import type { AnalysisDetail, AnalysisEvent, getAnalysis } from '@cuadre/api/analysis'
import type { Output } from '@cuadre/api/endpoint'
import type { Permission } from '@cuadre/api/permissions'
import { sql } from 'kysely'
import { analysisScope, periodScope } from '../../platform/access/scope.ts'
import { type Db, row, rows } from '../../platform/database/index.ts'
import { inLanguage } from '../../platform/event/own-words.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type MessageKey, sentence } from '../../platform/messages/index.ts'
import { cents, fromCents } from '../../platform/money.ts'
import { annexesJson } from '../annex/annex.repository.ts'
import { mayAddLate } from '../annex/annex.service.ts'
import { dutyConflictOf, type Uploaders } from '../decision/decision.service.ts'
import { recallRefusal } from '../decision/recall.service.ts'
import { limitOf } from '../submission/difference.ts'
import { type Former, formerJson, type Mark, marksOf } from '../submission/explanation.ts'
import { isMaterial, withDraft } from '../submission/submission.service.ts'
import { downloadedVersionJson } from '../template/template.repository.ts'
import type { Book } from '../workbook/workbook.reading.ts'
import type { Level } from './analysis.flow.ts'
import * as repository from './analysis.repository.ts'
import * as analysisSteps from './analysis.steps.repository.ts'
import { notTheirs, paramsOf, type ReviewUnit, refusalOf, unitOf } from './review-unit.ts'

/** Everything needed for a decision, for anybody who may see the analysis. @throws 404 */
export async function detail(db: Db, caller: Caller, zone: string, id: number): Promise<Output<typeof getAnalysis>> {
  const [analysis, now] = [await repository.findInScope(db, caller, zone, id), await analysisSteps.findForStep(db, caller, id)]
  if (!analysis || !now) throw await notTheirs(db, caller, id)
  const around = (await surroundings(db, caller, id))!
  const EVENTOS = inLanguage(await events(db, now), caller.locale)
  const uploaders = await analysisSteps.uploaders(db, [id])
  const mine = uploaders(id).includes(caller.userId)
  return {
    ...(now.analyst_id === caller.userId ? withDraft(analysis, now) : analysis),
    ANTERIOR: around.anterior,
    SERIE: around.serie,
    UMBRAL: around.umbral,
    PLANTILLA: around.plantilla,
    ARCHIVOS: around.archivos,
    ANEXOS: around.anexos,
    EVENTOS,
    CADENA_INTEGRA: around.broken === null,
    COMPROBACIONES: automaticMarks(now, { mine, book: around.book, former: around.former }),
    PUEDE: allowedSteps(caller, unitOf([now])!, uploaders),
  }
}

type Surroundings = {
  anterior: AnalysisDetail['ANTERIOR']
  serie: AnalysisDetail['SERIE']
  umbral: AnalysisDetail['UMBRAL']
  plantilla: AnalysisDetail['PLANTILLA']
  archivos: AnalysisDetail['ARCHIVOS']
  anexos: AnalysisDetail['ANEXOS']
  book: Book | null
  former: Former[]
  broken: number | null
}
/** The account's earlier analyses; an auditor sees only those within their access. */
const surroundings = (db: Db, caller: Caller, id: number) =>
  row(
    db,
    sql<Surroundings>`
      select case when ${caller.auditor ? sql`exists (select from analysis a where a.id = o.id and ${analysisScope(caller)})` : sql`q.id is not null`} then json_build_object('PERIODO', q.name, 'COMENTARIO', o.comment, 'ESTADO_PRINCIPAL_ID', o.state_main) end as anterior,
        (select coalesce(json_agg(json_build_object('PERIODO', s.name, 'SALDO', s.amount::text) order by s.name), '[]') from (
          select m.name, b.amount from balance b join period m on m.id = b.period_id where b.account_id = a.account_id and m.name <= p.name
            and m.name > to_char(to_date(p.name, 'YYYY-MM') - interval '13 months', 'YYYY-MM') and ${periodScope(caller, sql`m.id`)}) s) as serie,
        (select json_build_object('monto', ${limitOf(sql`a.risk`)}::text, 'porcentaje', t.percent::text, 'base', t.base) from threshold_of(a.account_id, a.business_id, a.country_id, a.heading_id, p.name) t) as umbral,
        ${downloadedVersionJson} as plantilla,
        (select coalesce(json_agg(${repository.fileJson} order by f.version desc), '[]') from analysis_file f where f.analysis_id = a.id) as archivos,
        ${annexesJson(caller, sql`${id}`)} as anexos,
        (select f.book from analysis_file f where f.analysis_id = a.id and f.version = a.version) as book,
        ${formerJson} as former,
        verify_own_events(array[a.id]) as broken
      from analysis a join period p on p.id = a.period_id
      left join lateral (select x.id, x.comment, x.state_main, x.period_id from analysis x join period y on y.id = x.period_id
        where x.account_id = a.account_id and y.name < p.name order by y.name desc limit 1) o on true
      left join period q on q.id = o.period_id where a.id = ${id}`,
  )

/** The analysis' own events, the one that opened it and the transfers that included it, oldest first. */
const events = (db: Db, { id, period_id }: analysisSteps.AnalysisForStep) =>
  rows(
    db,
    sql<AnalysisEvent>`
      select e.id as "ID", e.kind as "TIPO", e.at as "FECHA", u.name as "PERSONA", r.name as "ROL", e.comment as "COMENTARIO",
        e.detail - 'analisis' - 'firmados' as "DETALLE", encode(e.hash, 'hex') as "HASH"
      from event e left join app_user u on u.id = e.actor_id left join role r on r.id = e.role_id
      where e.analysis_id = ${id} or (e.period_id = ${period_id} and e.kind = 'generado' and
        (e.load_id = (select generated_by_load from analysis where id = ${id}) or e.detail -> 'analisis' @> to_jsonb(${id}::int)))
        or (e.period_id = ${period_id} and e.kind = 'traspaso' and e.detail -> 'analisis' @> to_jsonb(${id}::int))
      order by e.seq`,
  )

type ReviewData = { mine: boolean; book: Book | null; former: readonly Former[] }
/** What automatic checks find, for the approver to look at. */
function automaticMarks(now: analysisSteps.AnalysisForStep, { mine, book, former }: ReviewData): Mark[] {
  const difference = fromCents(cents(now.balance) - cents(now.value ?? '0'))
  // What was taken back, or reopened for its analyst, is sent no more: there is nothing to check.
  const sent = now.version > 0 && now.submitted
  const moved = fromCents(cents(now.balance) - cents(now.previous ?? '0'))
  const found: (Mark | false)[] = [
    sent && {
      codigo: !book
        ? 'libro_sin_plantilla'
        : book.value !== null && cents(book.value) === cents(now.value ?? '0')
          ? 'libro_coincide'
          : 'libro_no_coincide',
      resultado: book && book.value !== null && cents(book.value) === cents(now.value ?? '0') ? 'ok' : 'aviso',
      monto: book?.value ?? null,
    },
    sent &&
      book?.signed !== undefined && {
        codigo: book.signed ? 'libro_firmado' : 'libro_sin_firma',
        resultado: book.signed ? 'ok' : 'aviso',
        monto: null,
      },
    sent && book?.unchecked === true && { codigo: 'libro_sin_comprobar', resultado: 'aviso', monto: null },
    sent && {
      codigo: mine ? 'cargo_version' : 'no_cargo_version',
      resultado: mine ? 'bloquea' : 'ok',
      monto: null,
    },
    sent && {
      codigo: cents(difference) === 0n ? 'sin_diferencia' : 'diferencia',
      resultado: cents(difference) === 0n ? 'ok' : 'aviso',
      monto: difference,
    },
    (now.materiality === 'material' || now.materiality === 'critica') && {
      codigo: 'movimiento_material',
      resultado: 'aviso',
      monto: moved,
    },
  ]
  return [...found.filter((finding) => finding !== false), ...explanationMarks(now, former)]
}

/** Marks on the current explanation. */
export const explanationMarks = (now: analysisSteps.AnalysisForStep, former: readonly Former[]) =>
  marksOf({ ...now, value: now.value ?? now.balance, material: isMaterial(now), former })

/** The steps that the caller may take now, and the reason if their role would allow one. A member of a group has none on its own. */
export function allowedSteps(caller: Caller, unit: ReviewUnit, uploaders: Uploaders, alone = true): AnalysisDetail['PUEDE'] {
  const { head } = unit
  const may = (can: boolean, why: () => MessageKey | null): MessageKey | null =>
    can ? (alone && unit.group ? 'analysis_in_group' : why()) : 'forbidden'
  const can = (key: Permission) => caller.permissions.has(key)
  const enviar = may(can('analysis.item.submit'), () => (head.analyst_id === caller.userId ? refusalOf(unit, 'enviado') : 'duty_not_yours'))
  const jefatura = may(can('analysis.jefatura.decide') && head.chief_id === caller.userId, () =>
    whyNotDecide(caller, unit, 'jefatura', uploaders),
  )
  const control = may(can('analysis.control.decide'), () => whyNotDecide(caller, unit, 'control', uploaders))
  // Read-only callers get no reason.
  const reason = [enviar, jefatura, control].includes(null) ? null : [enviar, jefatura, control].find((code) => code !== 'forbidden')
  return {
    enviar: enviar === null,
    decidirJefatura: jefatura === null,
    decidirControl: control === null,
    recuperar: may(true, () => recallRefusal(caller, unit)) === null,
    reabrir: may(can('analysis.item.reopen'), () => refusalOf(unit, 'reabierto_analista')) === null,
    anexarPosterior: head.closed && mayAddLate(caller, unit),
    motivo: reason ? sentence(reason, caller.locale, { ...paramsOf(unit, caller), group: unit.group?.name ?? '' }) : null,
  }
}

/** The first reason against it, or null. */
const whyNotDecide = (caller: Caller, unit: ReviewUnit, level: Level, uploaders: Uploaders) =>
  refusalOf(unit, `aprobado_${level}`) ?? dutyConflictOf(caller, unit, level, uploaders)
