import type { CheckedWorkbook } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import { type Group, getGroup, removeFromGroup, uploadGroupFile } from '@cuadre/api/group'
import { call, Failure, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { fromCents, isAmount, isZero, toCents } from '@cuadre/tables/format/cents'
import { Code, IconButton, Money, Note, notify } from '@cuadre/ui'
import { FileField, Form, MoneyField, TextArea, useForm, useWatch } from '@cuadre/ui/forms'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Findings } from '../shared/Findings.tsx'
import { groupDetailOf } from '../shared/groupDetail.ts'
import { needsComment } from '../shared/state.ts'
import { useSentence } from '../shared/useSentence.ts'
import { ACCEPT, isStored, MAX_FILE_BYTES, useUpload } from '../shared/useUpload.ts'
import { Annexes } from './Annexes.tsx'
import { BookCheck } from './BookCheck.tsx'
import { FileSays } from './FileSays.tsx'
import { faultsIn, useChecked } from './useChecked.ts'
import { type Says, useFromFile } from './useFromFile.ts'

interface Values {
  file: File | null
  COMENTARIO_VARIACION: string
  /** By member: c17 */
  values: Record<string, string>
}
interface Props {
  detail: Answer<typeof getGroup>
  onCancel: () => void
  onSent: () => void
}
const keyOf = (id: number) => `c${id}`

/** One file for all accounts of a group, and a value for each: those of its workbook come in by themselves. */
export function GroupForm({ detail, onCancel, onSent }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence('shared.uploadFailed')
  const { sent, waiting, upload } = useUpload()
  const id = detail.AGRUPADO_ID
  const annexed = useRef(async () => true)
  const form = useForm<Values>({
    defaultValues: {
      file: null,
      COMENTARIO_VARIACION: detail.COMENTARIO_VARIACION ?? '',
      values: Object.fromEntries(
        detail.MIEMBROS.map((member) => [
          keyOf(member.COD_ANALISIS),
          member.VERSION > 0 || !isZero(member.VALOR_ANALISIS) ? member.VALOR_ANALISIS : '',
        ]),
      ),
    },
  })
  const chosen: File | null = useWatch({ control: form.control, name: 'file' })
  const checked = useChecked(chosen)
  const says = useMemo(() => saidOf(checked.found, id), [checked.found, id])
  const book = useFromFile(form, chosen, says, detail.VERSION === 0)

  const reread = () => client.invalidateQueries({ queryKey: groupDetailOf(id).queryKey })
  const refresh = () => {
    for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
  }
  const send = async ({ file, COMENTARIO_VARIACION, values }: Values) => {
    if (!file) return
    if (checked.checking) throw { issues: [{ path: '', message: t('analyst.stillChecking') }] }
    if (!(await annexed.current())) throw { issues: [{ path: '', message: t('annex.refused') }] }
    // What a person wrote goes before what the rows of the workbook say; else each row's own does.
    const written = COMENTARIO_VARIACION.trim()
    const own = book.otherwise('COMENTARIO_VARIACION', written) ? { COMENTARIO_VARIACION: written } : {}
    const given = detail.MIEMBROS.flatMap(({ COD_ANALISIS, VALOR_BALANCE }) => {
      const VALOR_ANALISIS = values[keyOf(COD_ANALISIS)]
      if (!isAmount(VALOR_ANALISIS)) return []
      return [{ COD_ANALISIS, VALOR_ANALISIS, VARIACION: fromCents(toCents(VALOR_BALANCE) - toCents(VALOR_ANALISIS)), ...own }]
    })
    const body = {
      file,
      VALORES: given.length > 0 ? JSON.stringify(given) : undefined,
      COMENTARIO_VARIACION: written || undefined,
    }
    try {
      await upload<Group>(
        (options) => call(uploadGroupFile, { params: { id }, body }, options),
        (current) => {
          const group = current as Group | undefined
          return group?.VERSION === detail.VERSION + 1 && isStored(group, file) ? group : undefined
        },
      )
      notify.success(t('analyst.sentToast', { name: detail.NOMBRE }))
      onSent()
    } catch (error) {
      if (error instanceof Failure && error.status === 409) void reread()
      const issues = error instanceof Failure ? error.issues : []
      // The values have a field each; which of them is wrong is in the words.
      throw {
        issues:
          issues.length > 0
            ? issues.map((issue) => ({ ...issue, path: issue.path === 'VALORES' ? '' : issue.path }))
            : [{ path: '', message: sentence(error) }],
      }
    } finally {
      refresh()
    }
  }
  /** It goes on alone in the state that it has. */
  const takeOut = (analysisId: number) =>
    call(removeFromGroup, { params: { id, analysisId } })
      .catch((error) =>
        whatBecame(
          error,
          (signal) => call(getGroup, { params: { id } }, { signal }),
          ({ MIEMBROS }) => MIEMBROS.every(({ COD_ANALISIS }) => COD_ANALISIS !== analysisId),
        ),
      )
      .catch((error) =>
        notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('analyst.notTakenOut'), { description: sentence(error) }),
      )
      .finally(refresh)
  return (
    <Form form={form} submit={t('analyst.sendMany', { count: detail.CUENTAS })} onSubmit={send} onCancel={onCancel}>
      <div className="fields submission-fields">
        {waiting && <Note kind="warning">{t('analyst.waitingNetwork')}</Note>}
        <FileField
          name="file"
          label={t('analyst.file')}
          accept={ACCEPT}
          maxBytes={MAX_FILE_BYTES}
          sent={sent}
          help={t('analyst.groupFileHint')}
          wide
        />
        <Checked checked={checked} />
        <Annexes target={{ id, grouped: true }} annexes={detail.ANEXOS} onChange={reread} settled={annexed} />
        {detail.MIEMBROS.map((member) => (
          <section key={member.COD_ANALISIS}>
            <div className="row small">
              <span className="grow">
                <Code>{member.CUENTA}</Code> {member.NOMBRE_CUENTA}
              </span>
              <Money value={member.VALOR_BALANCE} />
              {detail.CUENTAS > 2 && (
                <IconButton
                  size="sm"
                  label={t('analyst.takeOut', { account: member.CUENTA })}
                  icon={<X aria-hidden />}
                  onClick={() => void takeOut(member.COD_ANALISIS)}
                />
              )}
            </div>
            <MoneyField
              name={`values.${keyOf(member.COD_ANALISIS)}`}
              label={t('analyst.supportedOf', { account: member.CUENTA })}
              currency={detail.MONEDA}
              wide
            />
            <FileSays name={`values.${keyOf(member.COD_ANALISIS)}`} book={book} currency={detail.MONEDA} />
          </section>
        ))}
        <TextArea
          name="COMENTARIO_VARIACION"
          label={t('analyst.groupComment')}
          optional
          help={t(needsComment(detail) ? 'analyst.groupCommentHint' : 'analyst.groupDifferenceHint')}
          maxLength={4000}
          rows={3}
          wide
        />
        <FileSays name="COMENTARIO_VARIACION" book={book} />
      </div>
    </Form>
  )
}

/** What the workbook of the group says of each account; nothing where one of its cells is wrong. */
function saidOf(found: CheckedWorkbook | undefined, id: number): Says | undefined {
  if (!found || found.AGRUPADO_ID !== id || faultsIn(found).length > 0) return undefined
  // Each account has its own comment in the workbook; the field is for those that have none.
  const [comment, ...others] = new Set(found.VALORES.map(({ COMENTARIO_VARIACION }) => COMENTARIO_VARIACION ?? ''))
  return {
    ...Object.fromEntries(found.VALORES.map(({ COD_ANALISIS, VALOR_ANALISIS }) => [`values.${keyOf(COD_ANALISIS)}`, VALOR_ANALISIS ?? ''])),
    COMENTARIO_VARIACION: others.length === 0 ? (comment ?? '') : '',
  }
}

/** The workbook of the group as it was looked at when it was chosen. */
function Checked({ checked: { found, checking } }: { checked: ReturnType<typeof useChecked> }) {
  const { t } = useTranslation('accounts-analysis')
  if (checking) return <p className="xsmall muted">{t('analyst.checking')}</p>
  if (!found || found.tipo === 'otro') return null
  const marks = found.VALORES.flatMap(({ CUENTA, MARCAS }) => MARCAS.map((mark) => ({ ...mark, CUENTA })))
  return (
    <>
      <BookCheck firma={found.firma} faults={faultsIn(found)} doubts={found.AVISOS} />
      {[...Map.groupBy(marks, ({ CUENTA }) => CUENTA)].map(([account, some]) => (
        <section key={account} aria-label={t('analyst.marksOf', { account })}>
          <h3 className="h3">{account}</h3>
          <Findings findings={some} />
        </section>
      ))}
    </>
  )
}
