import { listBusinesses } from '@cuadre/api/business'
import { listPeriods } from '@cuadre/api/period'
import {
  createTieOutRule,
  SEVERITIES,
  TIE_OUT_KINDS,
  type TieOutResult,
  type TieOutRule,
  tryTieOutRule,
  updateTieOutRule,
} from '@cuadre/api/tie-out'
import { call, Failure, query, useTranslation } from '@cuadre/shell'
import { Button, formatMonth, Note, notify, useLocale } from '@cuadre/ui'
import { CheckboxField, Form, MoneyField, SelectField, SwitchField, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { ResultTable } from './ResultTable.tsx'
import { fromTerms, toTerms } from './terms.ts'

type Kind = TieOutRule['TIPO']
type Severity = TieOutRule['SEVERIDAD']
type Values = {
  NOMBRE: string
  ID_NEGOCIO: string
  TIPO: string
  IZQUIERDA: string
  DERECHA: string
  OPUESTO: boolean
  TOLERANCIA: string
  SEVERIDAD: string
  ACTIVA: boolean
  ID_PERIODO: string
}
const ALL = 'todos'
const asKind = (text: string): Kind => TIE_OUT_KINDS.find((kind) => kind === text) ?? 'igual'
const asSeverity = (text: string): Severity => SEVERITIES.find((each) => each === text) ?? 'aviso'

const fromRule = (rule: TieOutRule | undefined): Omit<Values, 'ID_PERIODO'> => ({
  NOMBRE: rule?.NOMBRE ?? '',
  ID_NEGOCIO: rule ? String(rule.ID_NEGOCIO ?? ALL) : ALL,
  TIPO: rule?.TIPO ?? 'igual',
  IZQUIERDA: fromTerms(rule?.IZQUIERDA ?? []),
  DERECHA: fromTerms(rule?.DERECHA ?? []),
  OPUESTO: rule?.OPUESTO ?? false,
  TOLERANCIA: rule?.TOLERANCIA ?? '0.00',
  SEVERIDAD: rule?.SEVERIDAD ?? 'aviso',
  ACTIVA: rule?.ACTIVA ?? true,
})
const toBody = ({ NOMBRE, ID_NEGOCIO, TIPO, IZQUIERDA, DERECHA, OPUESTO, TOLERANCIA, SEVERIDAD }: Values) => ({
  NOMBRE,
  ID_NEGOCIO: ID_NEGOCIO === ALL ? null : Number(ID_NEGOCIO),
  TIPO: asKind(TIPO),
  IZQUIERDA: toTerms(IZQUIERDA),
  DERECHA: TIPO === 'igual' ? toTerms(DERECHA) : [],
  OPUESTO: TIPO === 'igual' && OPUESTO,
  TOLERANCIA: TOLERANCIA || '0.00',
  SEVERIDAD: asSeverity(SEVERIDAD),
})

/** A rule, tried against a period before it is saved. */
export function RuleDrawer({ rule, onClose }: { rule: TieOutRule | undefined; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const client = useQueryClient()
  const businesses = useQuery(query(listBusinesses, { query: { limit: 999 } }))
  const periods = useQuery(query(listPeriods, { query: { limit: 24 } }))
  const [current, setCurrent] = useState(rule)
  const [moved, setMoved] = useState<TieOutRule>()
  const [results, setResults] = useState<readonly TieOutResult[]>()
  const form = useForm<Values>({ defaultValues: { ...fromRule(rule), ID_PERIODO: '' } })
  const kind = form.watch('TIPO')
  const newest = periods.data?.data[0]
  const attempt = useMutation({
    mutationFn: () => {
      const values = form.getValues()
      const ID_PERIODO = Number(values.ID_PERIODO || newest?.COD_PERIODO)
      return call(tryTieOutRule, { body: { ...toBody(values), NOMBRE: values.NOMBRE.trim() || t('tieOut.unnamed'), ID_PERIODO } })
    },
    onSuccess: setResults,
    onError: (error) => {
      setResults(undefined)
      const said = error instanceof Failure ? (error.issues[0]?.message ?? error.message) : ''
      notify.danger(said || t('tieOut.notTried'))
    },
  })
  const save = async (values: Values) => {
    try {
      if (current)
        await call(updateTieOutRule, {
          params: { id: current.ID },
          body: { ...toBody(values), ACTIVA: values.ACTIVA, REVISION: current.REVISION },
        })
      else await call(createTieOutRule, { body: toBody(values) })
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        setMoved(error.current as TieOutRule)
        setCurrent(error.current as TieOutRule)
      }
      throw error
    }
    notify.success(t('tieOut.saved', { name: values.NOMBRE }))
    setTimeout(() => {
      void client.invalidateQueries({ queryKey: ['tie-out'] })
      void client.invalidateQueries({ queryKey: ['period'] })
      onClose()
    })
  }
  const one = kind === 'igual'
  return (
    <Drawer open onClose={onClose} size="half" title={rule ? rule.NOMBRE : t('tieOut.create')}>
      <Form form={form} submit={t('actions.save')} onCancel={onClose} onSubmit={save}>
        {moved && (
          <Note kind="warning">
            {t('tieOut.moved', { who: moved.POR, left: fromTerms(moved.IZQUIERDA), right: fromTerms(moved.DERECHA) })}
          </Note>
        )}
        <div className="fields">
          <TextField name="NOMBRE" label={t('tieOut.name')} minLength={3} maxLength={120} wide />
          <SelectField
            name="TIPO"
            label={t('tieOut.kind')}
            options={TIE_OUT_KINDS.map((value) => ({ value, label: t(`tieOut.kinds.${value}`) }))}
          />
          <SelectField
            name="ID_NEGOCIO"
            label={t('closing.business')}
            options={[
              { value: ALL, label: t('tieOut.everyBusiness') },
              ...(businesses.data?.data ?? []).map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
            ]}
          />
          <TextArea
            name="IZQUIERDA"
            label={t(one ? 'tieOut.leftSide' : 'tieOut.accountsOf')}
            help={t(one ? 'tieOut.termsHint' : 'tieOut.termsAll')}
            optional={!one}
            rows={2}
            wide
          />
          {one && <TextArea name="DERECHA" label={t('tieOut.rightSide')} help={t('tieOut.termsHint')} rows={2} wide />}
          {one && <CheckboxField name="OPUESTO" label={t('tieOut.opposite')} help={t('tieOut.oppositeHint')} />}
          <MoneyField name="TOLERANCIA" label={t('tieOut.tolerance')} positive={t('policy.positive')} />
          <SelectField
            name="SEVERIDAD"
            label={t('tieOut.severity')}
            options={SEVERITIES.map((value) => ({ value, label: t(`policy.modes.${value}`) }))}
          />
          {rule && <SwitchField name="ACTIVA" label={t('tieOut.activeOne')} help={t('tieOut.activeHint')} />}
          <div className="wide row" style={{ alignItems: 'flex-end', flexWrap: 'wrap' }}>
            <SelectField
              name="ID_PERIODO"
              label={t('tieOut.tryOn')}
              optional
              placeholder={newest ? formatMonth(newest.PERIODO, locale) : undefined}
              options={(periods.data?.data ?? []).map(({ COD_PERIODO, PERIODO }) => ({
                value: String(COD_PERIODO),
                label: formatMonth(PERIODO, locale),
              }))}
            />
            <Button icon={<FlaskConical aria-hidden />} busy={attempt.isPending} onClick={() => attempt.mutate()}>
              {t('tieOut.try')}
            </Button>
          </div>
        </div>
        <div role="status">
          {results?.length === 0 && <Note>{t('tieOut.triedNone')}</Note>}
          {results && results.length > 0 && <ResultTable one label={t('tieOut.try')} results={results} />}
        </div>
      </Form>
    </Drawer>
  )
}
