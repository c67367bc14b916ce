import { type Account, assignAccounts } from '@cuadre/api/account'
import { call, useTranslation } from '@cuadre/shell'
import { Button, Code, Note, notify } from '@cuadre/ui'
import { ComboField, Form, SelectField, useForm, useWatch } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import type { AccountFilter } from '../shared/account/filters.ts'
import { useCounted, useListed } from '../shared/counted.ts'
import { byBusiness, likelyDepartment, type Metadata } from './assignment.ts'
import { useChief } from './useChief.ts'

/** What is to be assigned: accounts by name, or everything a filter lets through. */
export type Chosen = { count: number; accounts: readonly Account[]; filter?: AccountFilter }
type Values = { ID_ANALISTA: string; COD_DEPARTAMENTO: string }

interface AssignDrawerProps {
  chosen: Chosen
  metadata: Metadata
  /** Leaves only those of one business. */
  onNarrow: (chosen: Chosen) => void
  onClose: () => void
  onDone: () => void
}

/** Analyst and department for the chosen accounts. */
export function AssignDrawer(props: AssignDrawerProps) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const { chosen, metadata, onClose } = props
  const groups = byBusiness(chosen.accounts)
  // Of a filter not every row has been seen: only a filtered business, or there being no other, says that it is one.
  const only = metadata.negocios.length === 1 ? metadata.negocios[0]?.id : undefined
  const business = chosen.filter ? (chosen.filter.businessId ?? only) : groups.length === 1 ? groups[0]?.id : undefined
  const single = chosen.count === 1 ? chosen.accounts[0] : undefined
  return (
    <Drawer
      open
      onClose={onClose}
      size="wide"
      title={
        single
          ? t(single.ID_ANALISTA === null ? 'account.assignOne' : 'account.reassignOne', { account: single.NOMBRE })
          : t('account.assignTitle', counted(chosen.count))
      }
    >
      {single && (
        <p className="small muted" style={{ paddingBlockEnd: 8 }}>
          <Code>{single.CUENTA}</Code> · {single.NEGOCIO}
          {single.ANALISTA !== null && ` · ${t('account.nowBy', { analyst: single.ANALISTA })}`}
        </p>
      )}
      {business === undefined ? (
        <SeveralBusinesses {...props} groups={groups} />
      ) : (
        <AssignForm
          {...props}
          business={business}
          name={metadata.negocios.find((one) => one.id === business)?.nombre ?? groups[0]?.name ?? ''}
        />
      )}
    </Drawer>
  )
}

function AssignForm({ chosen, metadata, business, name, onClose, onDone }: AssignDrawerProps & { business: number; name: string }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const chiefOf = useChief()
  const client = useQueryClient()
  const departments = metadata.departamentos.filter((one) => one.ID_NEGOCIO === business)
  const form = useForm<Values>({
    defaultValues: { ID_ANALISTA: '', COD_DEPARTAMENTO: String(likelyDepartment(chosen.accounts, departments) ?? '') },
  })
  const values = useWatch({ control: form.control })
  const analyst = metadata.analistas.find((one) => String(one.id) === values.ID_ANALISTA)
  const department = departments.find((one) => String(one.id) === values.COD_DEPARTAMENTO)
  // Known only where every chosen account has been seen.
  const taken = chosen.filter ? 0 : chosen.accounts.filter((one) => one.ID_ANALISTA !== null && one.ID_ANALISTA !== analyst?.id).length

  const again = chosen.count === 1 && chosen.accounts[0] !== undefined && chosen.accounts[0].ID_ANALISTA !== null

  const assign = async ({ ID_ANALISTA, COD_DEPARTAMENTO }: Values) => {
    const done = await call(assignAccounts, {
      body: {
        ...(chosen.filter ? { filtro: chosen.filter } : { cuentaIds: chosen.accounts.map((account) => account.COD_CUENTA) }),
        ID_ANALISTA: Number(ID_ANALISTA),
        COD_DEPARTAMENTO: Number(COD_DEPARTAMENTO),
        esperadas: chosen.count,
      },
    })
    for (const noun of ['account', 'analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    notify.success(t('account.done', counted(done.asignadas)), {
      description: t('account.doneAnalyses', counted(done.analisisAbiertos)),
      duration: 6000,
    })
    onDone()
  }
  return (
    <Form
      form={form}
      onSubmit={assign}
      submit={again ? t('account.reassign') : t('account.assignSubmit', counted(chosen.count))}
      onCancel={onClose}
      note={<span />}
    >
      <div className="fields" style={{ gridTemplateColumns: 'minmax(0, 1fr)', paddingBlock: 4 }}>
        <ComboField
          name="ID_ANALISTA"
          label={t('account.analyst')}
          placeholder={t('account.analystPlaceholder')}
          help={analyst && t('account.loadNow', counted(analyst.cuentas))}
          options={metadata.analistas.map((one) => ({
            value: String(one.id),
            label: one.nombre,
            hint: t('account.hasAccounts', counted(one.cuentas)),
          }))}
        />
        <SelectField
          name="COD_DEPARTAMENTO"
          label={t('account.departmentOf', { business: name })}
          help={department && chiefOf(department)}
          options={departments.map((one) => ({ value: String(one.id), label: one.nombre }))}
        />
        {departments.length === 0 && <Note kind="warning">{t('account.noDepartments', { business: name })}</Note>}
        {analyst && (
          <Note>
            <b className="strong">{t('account.summary', { ...counted(chosen.count), business: name, analyst: analyst.nombre })}</b>
            {taken > 0 && <div>{t('account.taken', counted(taken))}</div>}
            <div>{t('account.opens')}</div>
          </Note>
        )}
      </div>
    </Form>
  )
}

/** A department belongs to one business: says so, and offers the way on. */
function SeveralBusinesses({ chosen, onNarrow, onClose, groups }: AssignDrawerProps & { groups: ReturnType<typeof byBusiness> }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const listed = useListed()
  return (
    <>
      <Note kind="warning">
        <b className="strong">{t('account.several')}</b>{' '}
        {chosen.filter ? t('account.severalFilter') : t('account.severalHint', { businesses: listed(groups.map((one) => one.name)) })}
      </Note>
      {chosen.filter ? (
        <div className="empty-actions">
          <Button onClick={onClose}>{t('account.toFilters')}</Button>
        </div>
      ) : (
        <ul style={{ display: 'grid', gap: 8, marginBlock: 16 }}>
          {groups.map((group) => (
            <li key={group.id} className="row">
              <span className="grow ellipsis">{group.name}</span>
              <Button
                size="sm"
                onClick={() =>
                  onNarrow({
                    count: group.accounts.length,
                    accounts: chosen.accounts.filter((account) => account.ID_NEGOCIO === group.id),
                  })
                }
              >
                {t('account.assignSubmit', counted(group.accounts.length))}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
