import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SheetRowValues, writeWorkbook } from '@cuadre/tables'
import { sql } from 'kysely'
import { rows } from '../../platform/database/index.ts'
import type { Caller } from '../../platform/http/context.ts'
import { create, setFile, update } from '../../workflow/template/template.service.ts'
import type { DemoOptions } from './people.ts'

/**
 * A workbook for inventories, its second version published and a third one begun, and a letter that is still a draft. The workbook is for one heading, so
 * that everybody else keeps the workbook of Cuadre.
 */
export async function createTemplates({ db, storage, zone }: DemoOptions, control: Caller): Promise<void> {
  const [heading] = await rows(db, sql<{ id: number }>`select id from heading where code = '14'`)
  const head = {
    tipo: 'ANALISIS' as const,
    rubros: heading ? [heading.id] : [],
    proposito: 'Dejar el saldo de existencias sustentado con el recuento y su valorización.',
    procedimiento: 'Recuente al corte, valorice al costo promedio y explique toda diferencia con su documento.',
    politica: 'Las existencias se concilian cada mes; el recuento físico es trimestral.',
  }
  const made = await withFile('existencias.xlsx', await book('Conciliación de existencias', false), (file) =>
    create(db, storage, control, { ...head, file, nombre: 'Conciliación de existencias' }),
  )
  const publish = async (REVISION: number) => update(db, storage, control, zone, made.id, { estado: 'PUBLICADA', REVISION })
  await publish(made.REVISION)
  const second = await withFile('existencias-v2.xlsx', await book('Conciliación de existencias', true), (file) =>
    setFile(db, storage, control, made.id, file),
  )
  const { REVISION } = await publish(second.REVISION)
  await update(db, storage, control, zone, made.id, { politica: 'Las existencias se concilian cada mes.', REVISION })
  await withFile('carta-de-cierre.html', Buffer.from(LETTER), (file) =>
    create(db, storage, control, { file, nombre: 'Carta de cierre del período', tipo: 'CORREO' }),
  )
}

const LETTER = `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><title>Cierre del período</title></head>
<body><p>El período está por cerrar. Revise lo que tiene pendiente y envíe su sustento antes del vencimiento.</p></body></html>
`

/** `counted`: with the line of the physical count, which the second version has. */
async function book(title: string, counted: boolean): Promise<Buffer> {
  const path = join(tmpdir(), `cuadre-${randomUUID()}.xlsx`)
  const field = (label: string, name: string, type: 'text' | 'amount' = 'text'): SheetRowValues => [label, { value: null, type, name }]
  try {
    await writeWorkbook(
      [
        {
          name: 'Análisis',
          columns: [
            { type: 'text', width: 34 },
            { type: 'text', width: 26 },
            { type: 'text', width: 40 },
          ],
          rows: [
            [{ value: title, look: 'title' }],
            [],
            field('Análisis', 'COD_ANALISIS'),
            field('Cuenta', 'CUENTA'),
            field('Nombre', 'NOMBRE_CUENTA'),
            field('Negocio', 'NEGOCIO'),
            field('Período', 'PERIODO'),
            field('Moneda', 'MONEDA'),
            [],
            ...(counted ? [['Recuento físico', null, 'Fecha y responsable del recuento']] : []),
            field('Saldo según balance', 'VALOR_BALANCE', 'amount'),
            field('Saldo anterior', 'SALDO_ANTERIOR', 'amount'),
            field('Valor sustentado', 'VALOR_ANALISIS', 'amount'),
            [],
            field('Comentario de la variación', 'COMENTARIO'),
          ],
        },
      ],
      path,
    )
    return await readFile(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function withFile<T>(
  name: string,
  content: Buffer,
  work: (file: { path: string; name: string; size: number; sha256: string }) => Promise<T>,
) {
  const path = join(tmpdir(), `cuadre-${randomUUID()}`)
  await writeFile(path, content)
  try {
    return await work({ path, name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
  } finally {
    await rm(path, { force: true })
  }
}
