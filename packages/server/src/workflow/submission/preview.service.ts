import type { checkWorkbook } from '@cuadre/api/analysis'
import type { Output, Parsed, Upload } from '@cuadre/api/endpoint'
import { cellText, type NamedCell } from '@cuadre/tables'
import type { Db } from '../../platform/database/index.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { type Params, sentence } from '../../platform/messages/index.ts'
import { cents, fromCents } from '../../platform/money.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import { refusalOf, unitOf } from '../analysis/review-unit.ts'
import { namesOf } from '../template/filling.ts'
import { signingKey } from '../workbook/signature.ts'
import { amountOf, type Cells, NAMES, namesOfGroup, type Reading, readUpload, textOf } from '../workbook/workbook.reading.ts'
import { emptyValue, type Fault, faultsOf, groupFaultsOf, signatureOf, uncheckedIn } from '../workbook/workbook.rules.ts'
import { largeDifferences } from './difference.ts'
import { formerOf, marksOf } from './explanation.ts'
import { isMaterial } from './submission.service.ts'

type Checked = Output<typeof checkWorkbook>
/** The names of the cells with a member's value and comment. */
type Names = { value: string; comment: string }

/**
 * The checks of a submission without submitting, so that its analyst sees every wrong cell and every mark before. The analysis or group is
 * found by the workbook's signature, else by its cells.
 * @throws 422 for a file that cannot be read
 */
export async function check(db: Db, caller: Caller, { file }: Parsed<typeof checkWorkbook>['body']): Promise<Checked> {
  if (typeof file !== 'object') throw Invalid('file', 'file_required')
  const key = await signingKey(db)
  const reading = await readUpload(file, [...NAMES, 'AGRUPADO_ID'], ['VALOR_ANALISIS', 'AGRUPADO_ID'])
  const { cells } = reading
  if (!cells) return { ...NOTHING, tipo: 'otro', firma: 'ausente', CELDAS: [] }
  // Checked first, because a template for groups may contain the other names too.
  if (cellText(cells.AGRUPADO_ID?.value)) return checkGroup(db, caller, file, reading, key)
  const { firma, id } = idOf(reading, 'A', 'COD_ANALISIS', key)
  const now = id === null ? undefined : await steps.findForStep(db, caller, id)
  if (!now || !waits(caller, [now])) return notFoundAnswer(caller, 'analisis', firma)
  const faults = faultsOf(reading, now, key, caller.locale)
  const VALORES = await valuesOf(db, caller, cells, [now], () => ({ value: 'VALOR_ANALISIS', comment: 'COMENTARIO' }), faults)
  const about = { COD_ANALISIS: now.id, AGRUPADO_ID: null, NOMBRE: now.account_name, PERIODO: now.period }
  return {
    tipo: 'analisis',
    firma,
    ...about,
    VALORES,
    CELDAS: faultsForReader(caller, faults),
    AVISOS: faultsForReader(caller, uncheckedIn(reading)),
  }
}

async function checkGroup(db: Db, caller: Caller, file: Upload, found: Reading, key: string): Promise<Checked> {
  const { firma, id } = idOf(found, 'G', 'AGRUPADO_ID', key)
  const members = id === null ? [] : await steps.findMembersForStep(db, caller, id)
  const unit = unitOf(members)
  if (!unit?.group || !waits(caller, members)) return notFoundAnswer(caller, 'grupo', firma)
  const reading = await readUpload(file, namesOfGroup(members), ['AGRUPADO_ID'])
  const faults = groupFaultsOf(reading, unit.group.id, members, key, caller.locale)
  const VALORES = await valuesOf(db, caller, reading.cells!, members, (member) => namesOf(member.id), faults)
  const about = { COD_ANALISIS: null, AGRUPADO_ID: unit.group.id, NOMBRE: unit.group.name, PERIODO: unit.head.period }
  return {
    tipo: 'grupo',
    firma,
    ...about,
    VALORES,
    CELDAS: faultsForReader(caller, faults),
    AVISOS: faultsForReader(caller, uncheckedIn(reading)),
  }
}

/** By its signature, else by its cell. */
function idOf(reading: Reading, kind: 'A' | 'G', name: string, key: string) {
  const { firma, issued } = signatureOf(reading, key)
  const cell = amountOf(reading.cells?.[name]?.value ?? null)
  const id = issued?.kind === kind ? issued.id : cell === null ? null : Number(cell / 100n)
  return { firma, id: id !== null && id > 0 && id < 2 ** 31 ? id : null }
}
const waits = (caller: Caller, members: readonly steps.AnalysisForStep[]) =>
  members.every(({ analyst_id }) => analyst_id === caller.userId) && refusalOf(unitOf(members)!, 'enviado') === null

/** What would be submitted for each member, with the marks on its explanation; a missing value is another fault. */
async function valuesOf(
  db: Db,
  { locale }: Caller,
  cells: Cells,
  members: readonly steps.AnalysisForStep[],
  names: (member: steps.AnalysisForStep) => Names,
  faults: Fault[],
): Promise<Checked['VALORES']> {
  const ids = members.map(({ id }) => id)
  const former = await formerOf(db, ids)
  const other = faults.some(({ code }) => code === 'workbook_other')
  // While another cell is wrong, so may the difference be.
  const sound = faults.length === 0
  const silent = members.flatMap((member) => {
    const { value, comment } = names(member)
    const amount = amountOf(cells[value]?.value ?? null)
    return !sound || amount === null || textOf(cells[comment])
      ? []
      : [{ member, at: cells[comment], id: member.id, value: fromCents(amount) }]
  })
  const large = await largeDifferences(db, locale, silent)
  for (const { member, at } of silent) faults.push(...missingExplanation(member, at, large.get(member.id)))
  return members.map((member) => {
    const { value, comment } = names(member)
    const amount = amountOf(cells[value]?.value ?? null)
    if (amount === null && !other) faults.push(...emptyValue(cells[value]))
    const explained = textOf(cells[comment])
    const supported = amount === null ? null : fromCents(amount)
    return {
      COD_ANALISIS: member.id,
      CUENTA: member.account,
      NOMBRE_CUENTA: member.account_name,
      MONEDA: member.currency,
      VALOR_BALANCE: member.balance,
      VALOR_ANALISIS: supported,
      VARIACION: amount === null ? null : fromCents(cents(member.balance) - amount),
      COMENTARIO_VARIACION: explained,
      MARCAS: marksOf({
        ...member,
        comment: explained,
        value: supported ?? member.balance,
        material: isMaterial(member),
        former: former(member.id),
      }),
    }
  })
}

/** What a person may still write in the form. */
function missingExplanation(member: steps.AnalysisForStep, at: NamedCell | null | undefined, large: Params | undefined): Fault[] {
  const code = isMaterial(member) ? 'analysis_comment_required' : large && 'analysis_difference_unexplained'
  return code ? [{ path: 'COMENTARIO_VARIACION', cell: at ? `${at.sheet}!${at.address}` : null, code, params: large ?? {} }] : []
}

const NOTHING = { COD_ANALISIS: null, AGRUPADO_ID: null, NOMBRE: null, PERIODO: null, VALORES: [], AVISOS: [] }
/** For an analysis that is not the caller's or does not wait for them, so that nothing else is revealed. */
const notFoundAnswer = (caller: Caller, tipo: Checked['tipo'], firma: Checked['firma']): Checked => ({
  ...NOTHING,
  tipo,
  firma,
  CELDAS: faultsForReader(caller, [{ path: 'file', cell: null, code: 'workbook_nobodys', params: {} }]),
})
const faultsForReader = ({ locale }: Caller, faults: readonly Fault[]): Checked['CELDAS'] =>
  faults.map(({ cell, code, params }) => ({ celda: cell, codigo: code, mensaje: sentence(code, locale, params) }))
