import { listAccounts } from '@cuadre/api/account'
import { listAnalyses } from '@cuadre/api/analysis'
import type { Output } from '@cuadre/api/endpoint'
import type { searchAll } from '@cuadre/api/search'
import { TICKET_STATE_NAME } from '@cuadre/api/ticket'
import { listUsers } from '@cuadre/api/user'
import type { Db } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './search.repository.ts'

/** Each kind with the key and the scope of its own list. */
export async function search(db: Db, caller: Caller, texto: string): Promise<Output<typeof searchAll>> {
  const may = ({ allow }: { allow: (typeof listAccounts | typeof listAnalyses | typeof listUsers)['allow'] }) =>
    caller.permissions.has(allow)
  const near = may(listAccounts) || may(listAnalyses) ? await repository.nearest(db, texto) : []
  const ofPeriod = async () => {
    const period = may(listAnalyses) ? await repository.newestPeriod(db, caller) : undefined
    if (!period) return { PERIODO: null, analisis: [], grupos: [] }
    return {
      PERIODO: period.name,
      analisis: await repository.analyses(db, caller, near, period.id, texto),
      grupos: await repository.groups(db, caller, period.id, texto),
    }
  }
  const [cuentas, analyses, personas, tickets, preguntas] = await Promise.all([
    may(listAccounts) ? repository.accounts(db, caller, near, texto) : [],
    ofPeriod(),
    may(listUsers) ? repository.people(db, texto) : [],
    repository.tickets(db, caller, texto),
    repository.questions(db, caller, texto),
  ])
  return {
    cuentas,
    ...analyses,
    personas,
    tickets: tickets.map((ticket) => ({ ...ticket, estado: TICKET_STATE_NAME[ticket.estadoId]! })),
    preguntas,
  }
}
