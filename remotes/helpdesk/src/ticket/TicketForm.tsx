import { myBusinesses } from '@cuadre/api/session'
import { TICKET_TYPES, type TicketContext, ticketContext } from '@cuadre/api/ticket'
import { Failure, query, useKept, useMe, useNavigate, useTranslation } from '@cuadre/shell'
import { formatDateTime, formatMonth, Note, notify, useLocale, useTexts, useUnsavedWarning } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import {
  Form,
  SelectField,
  type Ticket as Stashed,
  stashFile,
  TextArea,
  TextField,
  takeStashedFile,
  useForm,
  useFormContext,
  useWatch,
} from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { requests } from '../area.ts'
import { useSentence } from '../shared/useSentence.ts'
import { CATEGORY } from '../shared/words.ts'
import { ACCEPT, isAccepted, MAX_FILE_BYTES, pastedFiles } from './files.ts'
import { addFile, create } from './lost.ts'
import { PendingFiles } from './PendingFiles.tsx'
import { metadataQuery } from './queries.ts'
import { Suggestions } from './Suggestions.tsx'

type Values = { asunto: string; tipoId: string; categoriaId: string; negocioId: string; descripcion: string; sin: string[] }
const FIELDS = ['pagina', 'periodo', 'cuenta', 'carga', 'referencia'] as const
type Field = (typeof FIELDS)[number]

interface Props {
  from: TicketContext
  onCancel: () => void
  /** A suggestion has answered it. */
  onAnswered: () => void
}

/** What is the matter, of which kind, and what goes with it; answers that exist already are shown while it is written. */
export function TicketForm({ from, onCancel, onAnswered }: Props) {
  const { t } = useTranslation('helpdesk')
  const me = useMe()
  const navigate = useNavigate()
  const client = useQueryClient()
  const sentence = useSentence()
  const [files, setFiles] = useState<File[]>([])
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const named = useQuery({ ...query(ticketContext, { query: { pagina: from.pagina ?? '/' } }), enabled: from.pagina !== undefined })
  const context: TicketContext = { ...from, ...named.data }
  const form = useForm<Values>({
    defaultValues: {
      asunto: '',
      tipoId: '1',
      categoriaId: '',
      negocioId: me.ID_NEGOCIO === null ? '' : String(me.ID_NEGOCIO),
      descripcion: '',
      sin: [],
    },
  })
  // They are no field of the form.
  useUnsavedWarning(files.length > 0 && !form.formState.isSubmitting)
  const texts = useTexts()
  const [lost, setLost] = useState<string[]>([])
  useKept(
    'archivos de la solicitud',
    () => (files.length > 0 ? files.map(stashFile) : undefined),
    (kept: Stashed[]) => {
      for (const one of kept)
        void takeStashedFile(one).then((file) =>
          file ? setFiles((before) => [...before, file]) : setLost((before) => [...before, one.name]),
        )
    },
  )
  const send = async ({ asunto, tipoId, categoriaId, negocioId, descripcion, sin }: Values) => {
    const contexto = Object.fromEntries(
      Object.entries(context).filter(([name]) => !sin.includes(name === 'titulo' ? 'pagina' : name)),
    ) as TicketContext
    let ticket = await create({
      asunto,
      descripcion,
      tipoId: Number(tipoId),
      categoriaId: Number(categoriaId),
      negocioId: negocioId === '' ? null : Number(negocioId),
      contexto: Object.keys(contexto).length > 0 ? contexto : null,
    }).catch((error: unknown) => {
      throw error instanceof Failure && error.status > 0 ? error : { issues: [{ path: '', message: sentence(error) }] }
    })
    const refused: string[] = []
    for (const file of files)
      try {
        ticket = await addFile(ticket, file)
      } catch (error) {
        refused.push(`${file.name}: ${sentence(error)}`)
      }
    setFiles([])
    await client.invalidateQueries({ queryKey: ['tickets-suport'] })
    if (refused.length > 0) notify.warning(t('create.withoutFiles', { id: ticket.id }), { description: refused.join(' '), duration: 0 })
    else notify.success(t('create.sent', { id: ticket.id }))
    // The form settles first: what is sent is not unsaved work.
    setTimeout(() => navigate(requests.link({ ticket: ticket.id })))
  }
  const add = (list: Iterable<File>) => setFiles((before) => [...before, ...[...list].filter(isAccepted)])
  return (
    <Form form={form} submit={t('create.send')} onSubmit={send} onCancel={onCancel}>
      <div
        className="desk-create"
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData)
          if (pasted.length === 0) return
          event.preventDefault()
          const refused = pasted.find((file) => !isAccepted(file))
          if (refused) notify.danger(t('reply.fileRefused', { name: refused.name }))
          add(pasted)
        }}
      >
        <div className="fields desk-create-fields">
          <TextField name="asunto" label={t('create.subject')} minLength={5} maxLength={150} wide />
          <Types />
          <Category />
          <SelectField
            name="negocioId"
            label={t('create.business')}
            optional
            placeholder={t('create.noBusiness')}
            options={businesses.map(({ ID_NEGOCIO, NEGOCIO, PAIS }) => ({
              value: String(ID_NEGOCIO),
              label: PAIS ? `${PAIS}, ${NEGOCIO}` : NEGOCIO,
            }))}
          />
          <TextArea name="descripcion" label={t('create.what')} minLength={10} maxLength={5000} rows={6} help={t('create.paste')} wide />
          <Attached context={context} />
          <div className="field wide">
            <FileDrop
              label={t('create.files')}
              hint={t('create.filesHint')}
              accept={ACCEPT}
              maxBytes={MAX_FILE_BYTES}
              multiple
              onFiles={add}
            />
            <PendingFiles files={files} onRemove={(at) => setFiles(files.filter((_, i) => i !== at))} />
            {lost.length > 0 && <Note kind="warning">{lost.map(texts.fileLost).join(' ')}</Note>}
          </div>
        </div>
        <Suggestions onSolved={() => setFiles([])} onAnswered={onAnswered} />
      </div>
    </Form>
  )
}

/** The three kinds as cards, each with its working hours; below, when this one would be due. */
function Types() {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const { register } = useFormContext<Values>()
  const chosen = Number(useWatch<Values, 'tipoId'>({ name: 'tipoId' }))
  const due = useQuery(metadataQuery()).data?.tipos.find(({ id }) => id === chosen)?.venceria
  return (
    <fieldset className="field wide">
      <legend className="label">{t('create.type')}</legend>
      <div className="desk-types">
        {TICKET_TYPES.map(({ id, horas }) => (
          <label key={id} data-chosen={id === chosen || undefined}>
            <input type="radio" className="sr-only" value={String(id)} {...register('tipoId')} />
            <b>{t(`type.name.${id}`)}</b>
            <span className="small muted">{t(`type.hint.${id}`)}</span>
            <span className="small muted">{t('type.hours', { hours: horas })}</span>
          </label>
        ))}
      </div>
      {due && <div className="help">{t('create.due', { when: formatDateTime(due, locale) })}</div>}
    </fieldset>
  )
}

/** Of the question that fits best, until the person chooses another. */
function Category() {
  const { t } = useTranslation('helpdesk')
  return (
    <SelectField
      name="categoriaId"
      label={t('create.category')}
      options={CATEGORY.map((name, i) => ({ value: String(i + 1), label: t(`category.${name}`) }))}
    />
  )
}

/** What goes with it by itself; unticked, it stays here. */
function Attached({ context }: { context: TicketContext }) {
  const { t } = useTranslation('helpdesk')
  const locale = useLocale()
  const { register, getValues, setValue } = useFormContext<Values>()
  const without = useWatch<Values, 'sin'>({ name: 'sin' }) ?? []
  useEffect(() => void register('sin'), [register])
  const shown: Record<Field, string | undefined> = {
    pagina: context.pagina && (context.titulo ? `${context.titulo} (${context.pagina.split('?')[0]})` : context.pagina.split('?')[0]),
    periodo: context.periodo && formatMonth(context.periodo, locale),
    cuenta: context.cuenta,
    carga: context.carga === undefined ? undefined : t('context.loadNumber', { id: context.carga }),
    referencia: context.referencia,
  }
  const there = FIELDS.filter((name) => shown[name] !== undefined)
  if (there.length === 0) return null
  return (
    <fieldset className="field wide">
      <legend className="label">
        {t('create.attached')} <small>{t('create.attachedHint')}</small>
      </legend>
      <div className="choices">
        {there.map((name) => (
          <label key={name} className="check-line">
            <input
              type="checkbox"
              className="checkbox"
              checked={!without.includes(name)}
              onChange={({ target }) => {
                const others = getValues('sin').filter((one) => one !== name)
                setValue('sin', target.checked ? others : [...others, name], { shouldDirty: true })
              }}
            />
            <span>
              {t(`context.with.${name}`)}: <bdi>{shown[name]}</bdi>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
