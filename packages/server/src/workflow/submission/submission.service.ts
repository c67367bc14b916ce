import type { Analysis, explanationMarks, saveDraft, uploadAnalysisFile } from '@cuadre/api/analysis'
import type { Output, Parsed, Upload } from '@cuadre/api/endpoint'
import { sql } from 'kysely'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { notify } from '../../platform/mail/notify.ts'
import { amountText, cents, fits, fromCents } from '../../platform/money.ts'
import type { Storage } from '../../platform/storage/index.ts'
import * as repository from '../analysis/analysis.repository.ts'
import * as steps from '../analysis/analysis.steps.repository.ts'
import {
  analysisTarget,
  assertWaitsForAnalyst,
  conflict,
  idsOf,
  lockUnit,
  nameOf,
  notTheirs,
  outcomeOf,
  type ReviewUnit,
  recordSteps,
  refusalOf,
  saveStates,
  unitOf,
  unitRouteToDecide,
} from '../analysis/review-unit.ts'
import { sendAnnexes } from '../annex/annex.service.ts'
import { signingKey } from '../workbook/signature.ts'
import { type Book, bookOf, type FileKind, NAMES, type Reading, readUpload } from '../workbook/workbook.reading.ts'
import { asError, faultsOf, signatureOf, uncheckedIn } from '../workbook/workbook.rules.ts'
import { largeDifferences } from './difference.ts'
import { formerOf, marksOf } from './explanation.ts'

type Submission = Parsed<typeof uploadAnalysisFile>['body']

/**
 * The analyst supports the balance: file, value, difference and comment become version n+1 and wait for jefatura. The file is read before
 * the row is locked and stored before the commit.
 * @throws 403 if it is assigned to somebody else, 404, 409 with the current state, 422
 */
export async function submit(db: Db, storage: Storage, caller: Caller, id: number, body: Submission): Promise<Analysis> {
  // A text field with this name is not a file.
  if (typeof body.file !== 'object') throw Invalid('file', 'file_required')
  if (!(await steps.findForStep(db, caller, id))) throw await notTheirs(db, caller, id)
  const reading = await readUpload(body.file, NAMES, ['VALOR_ANALISIS'])
  const key = await signingKey(db)
  return transaction(db, async (tx) => {
    const unit = await lockUnit(tx, caller, analysisTarget(id))
    await assertWaitsForAnalyst(tx, caller, unit)
    const comment = check(caller, unit.head, body, reading, key)
    if (!comment) {
      const large = (await largeDifferences(tx, caller.locale, [{ id, value: body.VALOR_ANALISIS }])).get(id)
      if (large) throw Invalid('COMENTARIO_VARIACION', 'analysis_difference_unexplained', large)
    }
    const signed = signatureOf(reading, key).firma === 'valida'
    const supported = {
      member: unit.head,
      value: body.VALOR_ANALISIS,
      comment,
      book: bookOf(reading.cells?.VALOR_ANALISIS, signed, uncheckedIn(reading).length > 0),
    }
    await saveSubmission(tx, storage, caller, unit, body.file, reading.kind, [supported])
    return (await repository.find(tx, id))!
  })
}

/** What is submitted for a member. */
export type MemberSubmission = { member: steps.AnalysisForStep; value: string; comment: string | null; book: Book | null }
/** The file becomes version n+1 of every member, with its value, comment and annexes; all then wait for jefatura. */
export async function saveSubmission(
  tx: Db,
  storage: Storage,
  caller: Caller,
  unit: ReviewUnit,
  file: Upload,
  kind: FileKind,
  supported: readonly MemberSubmission[],
): Promise<void> {
  const version = unit.head.version + 1
  const { name, size, sha256 } = file
  await sql`insert into analysis_file (analysis_id, version, name, size, sha256, value, comment, uploaded_by, kind, book, group_id)
    select v.id, ${version}::int, ${name}, ${size}::int, ${sha256}, v.value, v.comment, ${caller.userId}::int, ${kind}, v.book, ${unit.group?.id ?? null}::int
    from jsonb_to_recordset(${JSON.stringify(supported.map(({ member, ...each }) => ({ id: member.id, ...each })))}::jsonb)
      as v(id int, value numeric, comment text, book jsonb)`.execute(tx)
  await sql`update analysis a set value = f.value, comment = f.comment, version = f.version from analysis_file f
    where f.analysis_id = a.id and f.version = ${version} and a.id = any(${idsOf(unit)}::int[])`.execute(tx)
  const anexos = await sendAnnexes(tx, unit, version, file)
  const then = outcomeOf(unit, 'enviado')
  await saveStates(
    tx,
    [unit],
    then,
    sql`submitted_at = now(), first_submitted_at = coalesce(first_submitted_at, now()), jefatura_at = null, jefatura_by = null,
      control_at = null, control_by = null, rejection = null`,
  )
  await storage.keep(file)
  const former = await formerOf(tx, idsOf(unit))
  const of = new Map(supported.map((each) => [each.member.id, each]))
  const { head } = unit
  if (head.chief_id)
    await notify(
      tx,
      [head.chief_id],
      'enviado',
      { who: caller.name, account: nameOf(unit), period: head.period },
      unitRouteToDecide(unit),
      {
        analysisId: head.id,
      },
    )
  await recordSteps(tx, caller, [unit], {
    kind: 'enviado',
    to: then.main,
    comment: ({ id }) => of.get(id)!.comment ?? undefined,
    detail: (member) => {
      const { id, balance } = member
      const { value, comment } = of.get(id)!
      const marks = marksOf({ ...member, value, comment, material: isMaterial(member), former: former(id) }).map(({ codigo }) => codigo)
      return {
        version,
        archivo: name,
        sha256,
        ...(anexos.length > 0 && { anexos }),
        balance,
        valor: fromCents(cents(value)),
        variacion: fromCents(cents(balance) - cents(value)),
        // The marks that the author saw before submitting anyway.
        ...(marks.length > 0 && { marcas: marks }),
      }
    },
  })
}

/** Checks values, comment and workbook against the current balance. @returns the comment, or null */
function check({ locale }: Caller, now: steps.AnalysisForStep, body: Submission, reading: Reading, key: string): string | null {
  // Checked first: a workbook with an outdated balance explains a wrong difference.
  const wrong = asError(faultsOf(reading, { ...now, typed: body.VALOR_ANALISIS }, key, locale))
  if (wrong) throw wrong
  const expected = cents(now.balance) - cents(body.VALOR_ANALISIS)
  const off = expected - cents(body.VARIACION)
  if (off > 1n || off < -1n)
    throw Invalid('VARIACION', 'analysis_variation', {
      expected: amountText(expected, locale),
      received: amountText(body.VARIACION, locale),
    })
  if (!fits(expected)) throw Invalid('VALOR_ANALISIS', 'analysis_value_range')
  const comment = body.COMENTARIO_VARIACION || null
  if (!comment && isMaterial(now)) throw Invalid('COMENTARIO_VARIACION', 'analysis_comment_required')
  return comment
}
export const isMaterial = ({ materiality }: steps.AnalysisForStep) => materiality === 'material' || materiality === 'critica'

/** The marks on an explanation; nothing is stored. @throws 403, 404 */
export async function marks(
  db: Db,
  caller: Caller,
  id: number,
  { VALOR_ANALISIS, COMENTARIO_VARIACION }: Parsed<typeof explanationMarks>['body'],
): Promise<Output<typeof explanationMarks>> {
  const now = await steps.findForStep(db, caller, id)
  if (!now) throw NotFound()
  if (now.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
  // Without a value there is no difference to explain yet.
  const value = VALOR_ANALISIS ?? steps.asWritten(now).value ?? now.balance
  const former = await formerOf(db, [id])
  return { MARCAS: marksOf({ ...now, value, comment: COMENTARIO_VARIACION, material: isMaterial(now), former: former(id) }) }
}

/**
 * Stores the analyst's draft: nobody is asked to act, and it is not a step of the history. Also for a member of a group, whose workbook it
 * pre-fills. After a rejection it stands beside what was sent, which counts until the next version is.
 * @throws 403, 404, 409 with the current state, 422
 */
export const draft = (
  db: Db,
  caller: Caller,
  id: number,
  { VALOR_ANALISIS, COMENTARIO_VARIACION, REVISION }: Parsed<typeof saveDraft>['body'],
): Promise<Analysis> =>
  transaction(db, async (tx) => {
    const now = await steps.lock(tx, caller, id)
    if (!now) throw NotFound()
    if (now.analyst_id !== caller.userId) throw Forbidden('duty_not_yours')
    const alone = unitOf([{ ...now, group_id: null }])!
    const refused = refusalOf(alone, 'enviado', REVISION)
    if (refused) throw await conflict(tx, caller, alone, refused)
    if (VALOR_ANALISIS && !fits(cents(now.balance) - cents(VALOR_ANALISIS))) throw Invalid('VALOR_ANALISIS', 'analysis_value_range')
    const before = steps.asWritten(now)
    const draft = {
      value: VALOR_ANALISIS === undefined ? before.value : VALOR_ANALISIS,
      comment: COMENTARIO_VARIACION === undefined ? before.comment : COMENTARIO_VARIACION || null,
    }
    const [value, comment] = now.submitted ? [sql`draft_value`, sql`draft_comment`] : [sql`value`, sql`comment`]
    // Without a value of its own a draft goes on from what was sent, if anything was.
    const sent = sql`(select f.value from analysis_file f where f.analysis_id = ${id} order by f.version desc limit 1)`
    await sql`update analysis set ${value} = coalesce(${draft.value}::numeric, ${sent}), ${comment} = ${draft.comment}, revision = revision + 1 where id = ${id}`.execute(
      tx,
    )
    return withDraft((await repository.find(tx, id))!, (await steps.findForStep(tx, caller, id))!)
  })

/** As its analyst goes on from it; nobody else is shown what was not sent. */
export const withDraft = <One extends Analysis>(analysis: One, { draft, balance }: steps.AnalysisForStep): One =>
  draft
    ? {
        ...analysis,
        VALOR_ANALISIS: draft.value,
        VARIACION: fromCents(cents(balance) - cents(draft.value)),
        COMENTARIO_VARIACION: draft.comment,
      }
    : analysis
