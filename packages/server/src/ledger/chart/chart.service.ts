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
import { type ClassifiedLine, classifyAccounts, classifyHeadings, parentText } from './chart.rules.ts'

type Order = Parsed<typeof importChart>['body']

/**
 * Preview and import run the same code, so that what is stored equals the preview.
 * @throws 403 without the permission for headings, 409 with the current preview, 422
 */
export async function previewOrImport(db: Db, caller: Caller, order: Order): Promise<Chart> {
  const sheet = await readChart(order.file)
  if (sheet.tipo === 'rubros' && !caller.permissions.has('admin.heading.write')) throw Forbidden()
  if (order.simular) return (await classify(db, caller, sheet, order)).preview
  if (!order.huella) throw Invalid('huella', 'chart_unseen')
  return transaction(db, async (tx) => {
    await lockTree(tx)
    const { preview, classified, currency } = await classify(tx, caller, sheet, order)
    if (preview.huella !== order.huella) throw Conflict('chart_moved', {}, preview)
    const of = (clase: ClassifiedLine['class']) => classified.filter((each) => each.class === clase)
    const [fresh, other] = [of('nueva'), order.cambiar ? of('distinta') : []]
    if (sheet.tipo === 'rubros') {
      await heading.createMany(
        tx,
        caller,
        fresh.map(({ line: { code, name }, parent }) => ({
          code,
          name,
          parentId: parent?.id ?? null,
          parentCode: parent?.id ? null : (parent?.code ?? null),
        })),
      )
      await heading.renameMany(tx, caller, new Map(other.map(({ line, is }) => [is!.id, line.name])))
    } else {
      const made = fresh.map(({ line, parent }) => ({
        code: line.code,
        name: line.name,
        headingId: parent?.id ?? null,
        currency: line.currency || currency!,
      }))
      if ((await repository.insertAccounts(tx, order.ID_NEGOCIO!, made)) < made.length) throw Conflict('chart_moved', {}, preview)
      await repository.changeAccounts(
        tx,
        other.map(({ line, parent, is }) => ({ id: is!.id, name: line.name, headingId: parent?.id ?? null })),
      )
    }
    return { ...preview, simulado: false }
  })
}

async function classify(db: Db, caller: Caller, { tipo, columnas, lines }: Sheet, { ID_NEGOCIO, cambiar }: Order) {
  const headings = await repository.headings(db)
  let classified: ClassifiedLine[]
  let currency: string | undefined
  if (tipo === 'rubros') classified = classifyHeadings(lines, headings)
  else {
    const business = ID_NEGOCIO === undefined ? undefined : await businessInScope(db, caller, ID_NEGOCIO)
    if (!business) throw Invalid('ID_NEGOCIO', ID_NEGOCIO === undefined ? 'chart_business' : 'business_out_of_scope')
    currency = business.currency
    const codes = lines.map(({ code }) => code)
    const texts = [...new Set(lines.map(({ business }) => business))]
    const elsewhere = await repository.otherBusinesses(db, ID_NEGOCIO!, texts)
    classified = classifyAccounts(lines, headings, await repository.accounts(db, ID_NEGOCIO!, codes), elsewhere)
  }
  const data = classified.map(({ line, parent, class: CLASE, is, reason }) => ({
    FILA: line.row,
    CODIGO: line.code,
    NOMBRE: line.name,
    RUBRO: parent ? parentText(parent) : null,
    CLASE,
    TEXTO: reason ? sentence(reason.code, caller.locale, reason.params) : CLASE === 'distinta' ? is!.says : null,
  }))
  const count = (clase: ClassifiedLine['class']) => classified.filter((each) => each.class === clase).length
  const facts = classified.map(({ line, parent, class: clase, is }) => [line, parent?.id, parent?.code, clase, is?.id, is?.says])
  const preview: Chart = {
    tipo,
    simulado: true,
    huella: createHash('sha256')
      .update(JSON.stringify([tipo, ID_NEGOCIO, cambiar, facts]))
      .digest('hex'),
    columnas,
    total: { nueva: count('nueva'), distinta: count('distinta'), igual: count('igual'), rechazada: count('rechazada') },
    data,
  }
  return { preview, classified, currency }
}
