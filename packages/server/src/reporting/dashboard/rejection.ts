import { type RawBuilder, sql } from 'kysely'

type Fragment = RawBuilder<unknown>
type Moment = { asOf?: string | undefined }

/**
 * Rejections that stand, as conditions on `event` under the alias `e`: recalled ones do not count, and a reason may have been given after the
 * decision. `said` is joined for it.
 */
export function rejections(view: Moment): { said: Fragment; stands: Fragment; code: Fragment; level: Fragment } {
  const then = (event: string) => (view.asOf ? sql`${sql.ref(event)}.at <= ${view.asOf}::timestamptz` : sql`true`)
  const earlier = (later: string) =>
    sql`not exists (select from event n where n.analysis_id = e.analysis_id and n.kind = 'enviado' and n.seq > e.seq and n.seq < ${sql.ref(later)}.seq)`
  return {
    said: sql`left join lateral (select s.detail ->> 'motivo' as code from event s where s.analysis_id = e.analysis_id and s.kind = 'subestado' and s.seq > e.seq and ${then('s')}
      and s.detail ->> 'motivo' is not null and ${earlier('s')} order by s.seq desc limit 1) said on true`,
    stands: sql`e.kind in ('rechazado_jefatura', 'rechazado_control') and ${then('e')}
      and not exists (select from event u where u.analysis_id = e.analysis_id and u.kind = 'decision_retirada' and u.seq > e.seq and ${then('u')} and ${earlier('u')})`,
    code: sql`coalesce(said.code, e.detail ->> 'motivo')`,
    level: sql`(case e.kind when 'rechazado_jefatura' then 'JEFATURA' else 'CONTROL' end)`,
  }
}

/** Items that were rejected at a level, for a reason; `NO_REASON`: without one. */
export function rejectedFor(view: Moment, at: string | undefined, reason: string | undefined): Fragment {
  const { said, stands, code, level } = rejections(view)
  return sql`exists (select from event e ${said} where e.period_id = a.period_id and e.analysis_id = a.id and ${stands}
    and ${at === undefined ? sql`true` : sql`${level} = ${at}`}
    and ${reason === undefined ? sql`true` : reason === NO_REASON ? sql`${code} is null` : sql`${code} = ${reason}`})`
}
const NO_REASON = 'ninguno'
