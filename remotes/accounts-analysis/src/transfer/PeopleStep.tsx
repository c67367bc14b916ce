import { listDepartments } from '@cuadre/api/department'
import { pageLink } from '@cuadre/api/pages'
import { listPeriods, PERIOD_STATUS } from '@cuadre/api/period'
import { ROLE } from '@cuadre/api/roles'
import { TRANSFER_ROLES } from '@cuadre/api/transfer'
import { getUser, listUsers } from '@cuadre/api/user'
import { call, failureOf, query, useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { dayAt, EmptyState, ErrorState, formatMonth, Loader, Section, TextLink, useLocale } from '@cuadre/ui'
import { ComboField, DateField, Form, FormSection, type Option, SelectField, SwitchField, useForm, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { CalendarOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { accounts } from '../area.ts'
import { useCounted } from '../shared/counted.ts'
import { idOf } from '../shared/urlFilters.ts'
import { paramsOf, roleOf, type TransferRole } from './order.ts'
import { TransferList } from './TransferList.tsx'

interface Values {
  rol: string
  origen: string
  destino: string
  departamento: string
  desde: string
  hasta: string
  enCurso: boolean
  avisar: boolean
}

/** Who hands over to whom, as what, and from which period on; below, the transfers there have been. */
export function PeopleStep({ onDone }: { onDone: (params: URLSearchParams) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const [params] = useSearchParams()
  const found = useQuery(query(listPeriods, { query: { limit: 999 } }))
  const failure = failureOf(found)
  const origin = usePerson(idOf(params.get('origen')))
  const destination = usePerson(idOf(params.get('destino')))
  if (failure) return <ErrorState {...failure} />
  const open = found.data?.data.filter(({ ESTADO }) => ESTADO.ID !== PERIOD_STATUS.cerrado)
  return (
    <>
      {!open || origin.waiting || destination.waiting ? (
        <Loader />
      ) : open.length === 0 ? (
        <EmptyState
          icon={<CalendarOff aria-hidden />}
          title={t('transfer.noPeriod')}
          actions={
            <TextLink className="btn" href={pageLink('/periodos/crear')}>
              {t('balance.openPeriod')}
            </TextLink>
          }
        >
          {t('transfer.noPeriodHint')}
        </EmptyState>
      ) : (
        <PeopleForm periods={open} origin={origin.option} destination={destination.option} onDone={onDone} />
      )}
      {open?.length === 0 && <Made />}
    </>
  )
}

/** The transfers that were made. */
function Made() {
  const { t } = useTranslation('accounts-analysis')
  return (
    <div style={{ marginBlock: '12px 24px' }}>
      <Section title={t('transfer.made')}>
        <TransferList />
      </Section>
    </div>
  )
}

/** Somebody whom the address names, by name. */
function usePerson(id: number | undefined) {
  const found = useQuery({ ...query(getUser, { params: { id: id ?? 0 } }), enabled: id !== undefined, retry: false })
  const option: Option | undefined = found.data && { value: String(found.data.id), label: found.data.NOMBRE }
  return { option, waiting: id !== undefined && found.isLoading }
}

interface FormProps {
  periods: readonly { COD_PERIODO: number; PERIODO: string }[]
  origin: Option | undefined
  destination: Option | undefined
  onDone: (params: URLSearchParams) => void
}

function PeopleForm({ periods, origin, destination, onDone }: FormProps) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const form = useForm<Values>({
    defaultValues: {
      rol: roleOf(params),
      origen: origin?.value ?? '',
      destino: destination?.value ?? '',
      departamento: params.get('departamento') ?? '',
      desde: params.get('desde') ?? String(periods[0]?.COD_PERIODO ?? ''),
      hasta: params.get('hasta') ?? '',
      enCurso: params.get('encurso') !== 'no',
      avisar: params.get('avisar') !== 'no',
    },
  })
  const values = useWatch({ control: form.control })
  const head = values.rol === 'JEFE'
  const chiefId = idOf(values.destino)
  const departments =
    useQuery({
      ...query(listDepartments, { query: { chiefId: chiefId ?? 0, limit: 999 } }),
      enabled: head && chiefId !== undefined,
    }).data?.data ?? []

  const roleId = head ? ROLE.jefatura : ROLE.analista
  // Heads are other people than analysts: whoever was chosen among the others would be handed on without being shown.
  const offered = useRef(roleId)
  useEffect(() => {
    if (offered.current === roleId) return
    offered.current = roleId
    for (const name of ['origen', 'destino', 'departamento'] as const) form.setValue(name, '', { shouldDirty: true })
  }, [form, roleId])
  // Who hands over may have left the house; who takes over may not.
  const find = (activo: true | undefined) => async (search: string) => {
    const { data } = await call(listUsers, { query: { roleId, limit: 20, sort: 'NOMBRE', activo, search: search || undefined } })
    return data.map((user) => ({
      value: String(user.id),
      label: user.NOMBRE,
      hint: user.status === 'inactivo' ? t('transfer.inactive') : t('account.hasAccounts', counted(user.CUENTAS)),
    }))
  }
  const next = (made: Values) =>
    // After the form has settled: what is typed is kept in the address.
    void setTimeout(() =>
      onDone(
        paramsOf(
          {
            // Of the select's options, which are those of the contract.
            rol: made.rol as TransferRole,
            origen: Number(made.origen),
            destino: Number(made.destino),
            desde: Number(made.desde),
            hasta: made.hasta || undefined,
            enCurso: made.enCurso,
            avisar: made.avisar,
            departamento: idOf(made.departamento),
          },
          'cuentas',
        ),
      ),
    )
  return (
    <Form
      form={form}
      onSubmit={next}
      submit={t('transfer.chooseAccounts')}
      onCancel={() => navigate(accounts.link())}
      note={<span />}
      after={<Made />}
    >
      <FormSection title={t('transfer.who')} description={t('transfer.whoHint')}>
        <SelectField
          name="rol"
          label={t('transfer.role')}
          wide
          help={t(`transfer.roleHint.${roleOf(new URLSearchParams({ rol: values.rol ?? '' }))}`)}
          options={TRANSFER_ROLES.map((value) => ({ value, label: t(`history.role.${value}`) }))}
        />
        <ComboField
          key={`origen${roleId}`}
          name="origen"
          label={t('transfer.from')}
          placeholder={t('account.analystPlaceholder')}
          options={find(undefined)}
          initial={origin}
        />
        <ComboField
          key={`destino${roleId}`}
          name="destino"
          label={t('transfer.to')}
          placeholder={t('account.analystPlaceholder')}
          options={find(true)}
          initial={destination}
          onChoose={() => form.setValue('departamento', '', { shouldDirty: true })}
          validate={(value: string, all: Values) => (value === all.origen ? t('transfer.same') : undefined)}
        />
        {head && departments.length > 1 && (
          <SelectField
            name="departamento"
            label={t('transfer.department')}
            optional
            wide
            placeholder={t('transfer.departmentAny')}
            help={t('transfer.departmentHint')}
            options={departments.map((one) => ({
              value: String(one.COD_DEPARTAMENTO),
              label: `${one.DEPARTAMENTO} · ${one.NEGOCIO.NEGOCIO}`,
            }))}
          />
        )}
      </FormSection>
      <FormSection title={t('transfer.when')} description={t('transfer.whenHint')}>
        <SelectField
          name="desde"
          label={t('transfer.since')}
          options={periods.map((one) => ({ value: String(one.COD_PERIODO), label: formatMonth(one.PERIODO, locale) }))}
        />
        <DateField name="hasta" label={t('transfer.until')} optional help={t('transfer.untilHint')} min={dayAt()} />
        <SwitchField name="enCurso" label={t('transfer.withOpen')} help={t('transfer.withOpenHint')} />
        <SwitchField name="avisar" label={t('transfer.tell')} help={t('transfer.tellHint')} />
      </FormSection>
    </Form>
  )
}
