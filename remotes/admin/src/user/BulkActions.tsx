import { myBusinesses, myDepartments } from '@cuadre/api/session'
import { type BulkUsers, changeUsers, MAX_BULK_USERS, type User } from '@cuadre/api/user'
import { call, query, useTranslation } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { BulkBar, type Table } from '@cuadre/ui/data'
import { ComboField, Form, useForm } from '@cuadre/ui/forms'
import { ConfirmDialog, Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { useWhy } from '../shared/useWhy.ts'
import '../shared/person.css'

type Ask = 'activar' | 'desactivar' | 'departamento'

/** Over the selected people. Whoever may not be changed is listed with the server's reason, the others are done. */
export function BulkActions({ table, rows }: { table: Table; rows: readonly User[] }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const client = useQueryClient()
  const [ask, setAsk] = useState<Ask>()
  const [refused, setRefused] = useState<BulkUsers['rechazados']>([])
  const ids = [...table.selection].map(Number).slice(0, MAX_BULK_USERS)
  const count = ids.length
  const accounts = rows.filter(({ id }) => ids.includes(id)).reduce((sum, { CUENTAS }) => sum + CUENTAS, 0)
  const run = async (accion: Ask, COD_DEPARTAMENTO?: number | null) => {
    const { hechos, rechazados } = await call(changeUsers, {
      body: { ids, accion, ...(accion === 'departamento' && { COD_DEPARTAMENTO }) },
    })
    await client.invalidateQueries({ queryKey: ['user'] })
    if (hechos.length > 0) notify.success(t(`user.bulk.${accion}.done`, { count: hechos.length }))
    table.selectOnly(rechazados.map(({ id }) => String(id)))
    setRefused(rechazados)
    setAsk(undefined)
  }
  const confirmed = (accion: Ask) =>
    run(accion).catch((error) => {
      notify.danger(why(error, t('user.act.failed')))
      throw error
    })
  return (
    <>
      <BulkBar table={table}>
        <Button size="sm" variant="ghost" icon={<UserCheck aria-hidden />} onClick={() => setAsk('activar')}>
          {t('user.bulk.activar.label', { count })}
        </Button>
        <Button size="sm" variant="ghost" icon={<Building2 aria-hidden />} onClick={() => setAsk('departamento')}>
          {t('user.bulk.departamento.label')}
        </Button>
        <Button size="sm" variant="danger" icon={<UserX aria-hidden />} onClick={() => setAsk('desactivar')}>
          {t('user.bulk.desactivar.label', { count })}
        </Button>
      </BulkBar>
      {(ask === 'activar' || ask === 'desactivar') && (
        <ConfirmDialog
          open
          onClose={() => setAsk(undefined)}
          title={t(`user.bulk.${ask}.ask`, { count })}
          confirm={t(`user.bulk.${ask}.label`, { count })}
          danger={ask === 'desactivar'}
          onConfirm={() => confirmed(ask)}
        >
          {ask === 'activar' ? t('user.bulk.activar.means') : t('user.bulk.desactivar.means', { count: accounts })}
        </ConfirmDialog>
      )}
      {ask === 'departamento' && (
        <DepartmentDialog count={count} onClose={() => setAsk(undefined)} onSave={(id) => run('departamento', id)} />
      )}
      <Dialog
        open={refused.length > 0}
        onClose={() => setRefused([])}
        title={t('user.bulk.refused', { count: refused.length })}
        description={t('user.bulk.refusedHint')}
        footer={<Button onClick={() => setRefused([])}>{t('actions.close')}</Button>}
      >
        <ul className="person-lines">
          {refused.map(({ id, NOMBRE, MOTIVO }) => (
            <li key={id}>
              <span className="grow">
                <span className="medium">{NOMBRE ?? id}</span>
                <br />
                <span className="small muted">{MOTIVO}</span>
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

function DepartmentDialog({
  count,
  onClose,
  onSave,
}: {
  count: number
  onClose: () => void
  onSave: (id: number | null) => Promise<unknown>
}) {
  const { t } = useTranslation('admin')
  const form = useForm({ defaultValues: { COD_DEPARTAMENTO: '' } })
  return (
    <Dialog open onClose={onClose} title={t('user.bulk.departamento.ask', { count })}>
      <Form
        form={form}
        submit={t('user.bulk.departamento.confirm', { count })}
        onCancel={onClose}
        onSubmit={({ COD_DEPARTAMENTO }) => onSave(COD_DEPARTAMENTO ? Number(COD_DEPARTAMENTO) : null)}
      >
        <div className="fields" style={{ paddingBlock: 12 }}>
          <ComboField
            name="COD_DEPARTAMENTO"
            label={t('user.department')}
            options={useDepartments()}
            placeholder={t('user.noDepartment')}
            help={t('user.bulk.departamento.help')}
            optional
            wide
          />
        </div>
      </Form>
    </Dialog>
  )
}

/** Departments as options, each with its business. */
export function useDepartments() {
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const departments = useQuery(query(myDepartments)).data ?? []
  return departments.map(({ COD_DEPARTAMENTO, DEPARTAMENTO, ID_NEGOCIO }) => ({
    value: String(COD_DEPARTAMENTO),
    label: DEPARTAMENTO,
    hint: businesses.find((one) => one.ID_NEGOCIO === ID_NEGOCIO)?.NEGOCIO ?? '',
  }))
}
