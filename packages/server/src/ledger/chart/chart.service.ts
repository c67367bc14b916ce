import { createHash } from 'node:crypto'
import type { Chart, importChart } from '@cuadre/api/chart'
import type { Parsed } from '@cuadre/api/endpoint'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { sentence } from '../../platform/messages/index.ts'
import { businessInScope } from '../account/account.repository.ts'
import { lockTree } from '../heading/heading.repository.ts'
import * as heading from '../heading/heading.service.ts'
import { readChart, type Sheet } from './chart.reading.ts'
import * as repository from './chart.repository.ts'
import { type Judged, judgeAccounts, judgeHeadings, placeText } from './chart.rules.ts'

type Order = Parsed<typeof importChart>['body']

/**
 * Preview and import run the same code, so that what is stored equals the preview.
 * @throws 403 without the permission for headings, 409 with the current preview, 422
 */
export async function takeOver(db: Db, caller: Caller, order: Order): Promise<Chart> {
  const sheet = await readChart(order.file)
  if (sheet.tipo === 'rubros' && !caller.permissions.has('admin.heading.write')) throw Forbidden()
  if (order.simular) return (await look(db, caller, sheet, order)).seen
  if (!order.huella) throw Invalid('huella', 'chart_unseen')
  return transaction(db, async (tx) => {
    await lockTree(tx)
    const { seen, judged, currency } = await look(tx, caller, sheet, order)
    if (seen.huella !== order.huella) throw Conflict('chart_moved', {}, seen)
    const of = (clase: Judged['class']) => judged.filter((each) => each.class === clase)
    const [fresh, other] = [of('nueva'), order.cambiar ? of('distinta') : []]
    if (sheet.tipo === 'rubros') {
      await heading.createMany(
        tx,
        caller,
        fresh.map(({ line: { code, name }, place }) => ({
          code,
          name,
          parentId: place?.id ?? null,
          parentCode: place?.id ? null : (place?.code ?? null),
        })),
      )
      for (const { line, is } of other) await heading.updateLocked(tx, caller, is!.id, { NOMBRE: line.name })
    } else {
      const made = fresh.map(({ line, place }) => ({
        code: line.code,
        name: line.name,
        headingId: place?.id ?? null,
        currency: line.currency || currency!,
      }))
      if ((await repository.insertAccounts(tx, order.ID_NEGOCIO!, made)) < made.length) throw Conflict('chart_moved', {}, seen)
      await repository.changeAccounts(
        tx,
        other.map(({ line, place, is }) => ({ id: is!.id, name: line.name, headingId: place?.id ?? null })),
      )
    }
    return { ...seen, simulado: false }
  })
}

async function look(db: Db, caller: Caller, { tipo, columnas, lines }: Sheet, { ID_NEGOCIO, cambiar }: Order) {
  const headings = await repository.headings(db)
  let judged: Judged[]
  let currency: string | undefined
  if (tipo === 'rubros') judged = judgeHeadings(lines, headings)
  else {
    const business = ID_NEGOCIO === undefined ? undefined : await businessInScope(db, caller, ID_NEGOCIO)
    if (!business) throw Invalid('ID_NEGOCIO', ID_NEGOCIO === undefined ? 'chart_business' : 'business_out_of_scope')
    currency = business.currency
    const codes = lines.map(({ code }) => code)
    judged = judgeAccounts(lines, headings, await repository.accounts(db, ID_NEGOCIO!, codes))
  }
  const data = judged.map(({ line, place, class: CLASE, is, reason }) => ({
    FILA: line.row,
    CODIGO: line.code,
    NOMBRE: line.name,
    RUBRO: place ? placeText(place) : null,
    CLASE,
    TEXTO: reason ? sentence(reason.code, caller.locale, reason.params) : CLASE === 'distinta' ? is!.says : null,
  }))
  const count = (clase: Judged['class']) => judged.filter((each) => each.class === clase).length
  const facts = judged.map(({ line, place, class: clase, is }) => [line, place?.id, place?.code, clase, is?.id, is?.says])
  const seen: Chart = {
    tipo,
    simulado: true,
    huella: createHash('sha256')
      .update(JSON.stringify([tipo, ID_NEGOCIO, cambiar, facts]))
      .digest('hex'),
    columnas,
    total: { nueva: count('nueva'), distinta: count('distinta'), igual: count('igual'), rechazada: count('rechazada') },
    data,
  }
  return { seen, judged, currency }
}
