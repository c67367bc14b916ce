import { sql } from 'kysely'
import { state } from '../../platform/database/codes.ts'
import { type Db, rows } from '../../platform/database/index.ts'

export type Kind = 'reading' | 'writing' | 'files'
type Request = { as: string; method?: string; path: string; body?: () => FormData | string }
export type Action = { kind: Kind; share: number; next: () => Request | undefined }
export type Work = { actions: Action[]; decide: Action }

/** What there is to do, from what is waiting in the open month; each is done once. */
export async function workIn(db: Db): Promise<Work> {
  const waiting = (where: ReturnType<typeof sql>) =>
    rows(
      db,
      sql<{
        id: number
        balance: string
        analyst: string
        chief: string
      }>`select a.id, a.balance::text as balance, u.username as analyst, c.username as chief from analysis a
        join app_user u on u.id = a.analyst_id join department d on d.id = a.department_id join app_user c on c.id = d.chief_id
        where a.period_id = 24 and ${where} order by md5(a.id::text) limit 4000`,
    )
  const pending = await waiting(sql`a.state_main = ${state.pendiente} and a.submitted_at is null`)
  const submitted = await waiting(sql`a.state_main = ${state.pendiente} and a.submitted_at is not null`)
  const inReview = await waiting(sql`a.state_main = ${state.revision}`)
  const people = pending.map(({ analyst }) => analyst)
  const heads = submitted.map(({ chief }) => chief)
  const drafts = pending.splice(0, Math.floor(pending.length / 2))
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!
  const reading = (share: number, next: () => Request): Action => ({ kind: 'reading', share, next })
  const comment = (comentario: string) => () => JSON.stringify({ comentario })
  const page = { limit: 50 }
  const decide: Action = {
    kind: 'writing',
    share: 6,
    next: () => {
      const found = submitted.pop()
      if (!found) return
      return { as: found.chief, method: 'PATCH', path: `/department/aprobar-analisis-jefatura/${found.id}`, body: comment('Conforme.') }
    },
  }
  const actions: Action[] = [
    reading(20, () => ({ as: one(people), path: `/analysis/analista?limit=${page.limit}` })),
    reading(10, () => ({ as: one(people), path: '/analysis-metadata/analista' })),
    reading(12, () => {
      const { analyst, id } = one(drafts)
      return { as: analyst, path: `/analysis/${id}` }
    }),
    reading(10, () => ({ as: one(people), path: '/notifications?limit=20' })),
    reading(8, () => ({ as: one(heads), path: `/analysis/jefatura?limit=${page.limit}` })),
    reading(5, () => ({ as: one(heads), path: '/analysis-metadata/jefatura' })),
    reading(4, () => ({ as: 'control', path: `/analysis/control?limit=${page.limit}&bandeja=por_decidir` })),
    reading(3, () => ({ as: 'control', path: '/dashboard/control' })),
    reading(3, () => ({ as: 'control', path: '/statistics/completion' })),
    reading(2, () => ({ as: 'control', path: '/dashboard/analysis-matrix' })),
    reading(3, () => ({ as: 'administrador', path: `/analysis?limit=${page.limit}&periodId=24` })),
    {
      kind: 'writing',
      share: 5,
      next: () => {
        const { analyst, id } = one(drafts)
        return {
          as: analyst,
          method: 'PATCH',
          path: `/analysis/${id}`,
          body: () => JSON.stringify({ COMENTARIO_VARIACION: 'Conciliado.' }),
        }
      },
    },
    decide,
    {
      kind: 'writing',
      share: 4,
      next: () => {
        const found = inReview.pop()
        if (!found) return
        return { as: 'control', method: 'PATCH', path: `/sub-management/aprobar-analisis-control/${found.id}`, body: comment('Conforme.') }
      },
    },
    {
      kind: 'files',
      share: 3,
      next: () => {
        const found = pending.pop()
        if (!found) return
        return { as: found.analyst, method: 'POST', path: `/analysis/file/${found.id}`, body: () => statement(found) }
      },
    },
    {
      kind: 'files',
      share: 2,
      next: () => {
        const { analyst, id } = one(drafts)
        return { as: analyst, path: `/analysis/${id}/workbook` }
      },
    },
  ]
  return { actions, decide }
}
/** A bank's statement of 100 kB. */
function statement({ id, balance }: { id: number; balance: string }): FormData {
  const form = new FormData()
  form.append('VALOR_ANALISIS', balance)
  form.append('VARIACION', '0')
  form.append('COMENTARIO_VARIACION', 'Conciliado con el extracto del banco.')
  form.append('file', new File([`%PDF-1.4\n${id}\n${'saldo '.repeat(17_000)}\n%%EOF\n`], 'extracto.pdf'))
  return form
}

let seed = 20261127
/** The same in every run. */
export function random() {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed / 2147483648
}
