import { Failure, useNavigate, useTranslation } from '@cuadre/shell'
import { Note } from '@cuadre/ui'
import { type DefaultValues, type FieldValues, Form, type Path, type PathValue, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useState } from 'react'
import { merged } from '../merge.ts'
import type { RecordKind } from './record.ts'
import { useSaved } from './useSaved.ts'

/** `keep` takes a row that was saved in part, so that the next try is not refused for what this one did. */
export type Save<Row, Values> = (values: Values, more: { REVISION: number; CONFIRMAR?: true }, keep: (row: Row) => void) => Promise<Row>

interface Props<Row extends { REVISION: number }, Values extends FieldValues> {
  kind: RecordKind<Row, Values>
  read: Row
  save: Save<Row, Values>
}

/** Saved by somebody else meanwhile: their other fields are taken over, and where both wrote the user chooses. */
export function RecordForm<Row extends { REVISION: number }, Values extends FieldValues>({ kind, read, save }: Props<Row, Values>) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const saved = useSaved(kind)
  const [seen, setSeen] = useState(read)
  const [taken, setTaken] = useState<(keyof Values & string)[]>([])
  const [disputed, setDisputed] = useState<(keyof Values & string)[]>([])
  const [asked, setAsked] = useState<{ about: string; answer: (yes: boolean) => void }>()
  const theirs = kind.valuesOf(seen)
  // Every field has a value.
  const form = useForm<Values>({ defaultValues: theirs as DefaultValues<Values> })
  const put = (field: keyof Values & string, value: unknown, shouldDirty: boolean) =>
    form.setValue(field as unknown as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty })

  const trySave = async (values: Values, confirmed: { CONFIRMAR?: true } = {}): Promise<Row | false> => {
    try {
      return await save(values, { REVISION: seen.REVISION, ...confirmed }, setSeen)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === kind.confirmable) {
        const yes = await new Promise<boolean>((answer) => setAsked({ about: error.message, answer }))
        setAsked(undefined)
        return yes && trySave(values, { CONFIRMAR: true })
      }
      if (error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as Row
        const both = merged(theirs, values, kind.valuesOf(now))
        for (const field of both.taken) put(field, kind.valuesOf(now)[field], false)
        setSeen(now)
        setTaken(both.taken)
        setDisputed(both.disputed)
      }
      throw error
    }
  }
  const take = (field: keyof Values & string) => {
    put(field, theirs[field], true)
    setDisputed((fields) => fields.filter((one) => one !== field))
  }
  const words = (field: keyof Values & string) => `${t(`field.${field as string}`)}: ${kind.said(field, seen, t)}`
  return (
    <>
      <Form
        form={form}
        submit={t('actions.save')}
        onCancel={() => navigate(kind.list.link())}
        onSubmit={async (values) => {
          const row = await trySave(values)
          return row && saved(row, 'saved')
        }}
      >
        {taken.length + disputed.length > 0 && (
          <Note kind="warning">
            <b className="strong">{t('record.moved')}</b>
            <ul>
              {taken.map((field) => (
                <li key={field}>
                  {t('record.taken')} {words(field)}
                </li>
              ))}
              {disputed.map((field) => (
                <li key={field}>
                  {t('record.theirs')} {words(field)}{' '}
                  <button type="button" className="link" onClick={() => take(field)}>
                    {t('record.take')}
                  </button>
                </li>
              ))}
            </ul>
          </Note>
        )}
        <kind.Fields row={seen} />
      </Form>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => asked?.answer(false)}
        title={t(`${kind.texts}.deactivate`, { name: kind.nameOf(seen) })}
        confirm={t('record.deactivate')}
        danger
        onConfirm={() => asked?.answer(true)}
      >
        {asked?.about}
      </ConfirmDialog>
    </>
  )
}
