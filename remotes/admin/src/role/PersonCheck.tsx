import { PERMISSION_KEYS, type Permission } from '@cuadre/api/permissions'
import { listKeyHolders } from '@cuadre/api/role'
import { getUser, listUsers } from '@cuadre/api/user'
import { call, Link, query, useSearchParams, useTranslation } from '@cuadre/shell'
import { EmptyState, Note } from '@cuadre/ui'
import { ComboField, FormProvider, useForm } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { userUpdate } from '../area.ts'
import { PersonAccess } from '../shared/PersonAccess.tsx'
import { useHolderReason } from '../shared/useReason.ts'

/** Can this person do that, and why or why not: as one sentence, over all that they can. */
export function PersonCheck() {
  const { t } = useTranslation('admin')
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('persona')) || undefined
  const key = PERMISSION_KEYS.find((one) => one === params.get('clave'))
  const person = useQuery({ ...query(getUser, { params: { id: id ?? 0 } }), enabled: id !== undefined })
  const form = useForm({ values: { persona: id ? String(id) : '', clave: key ?? '' } })
  const choose = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params)
    value ? next.set(name, value) : next.delete(name)
    setParams(next, { replace: true })
  }
  const found = async (search: string) =>
    (await call(listUsers, { query: { limit: 20, ...(search && { search }) } })).data.map(({ id, NOMBRE, USUARIO }) => ({
      value: String(id),
      label: NOMBRE,
      hint: USUARIO,
    }))
  const keys = PERMISSION_KEYS.map((value) => ({ value, label: t(`permission.${value}.name`), hint: value }))
  return (
    <>
      <FormProvider {...form}>
        <div className="person-check">
          <ComboField
            key={person.data?.id}
            name="persona"
            label={t('access.person')}
            options={found}
            {...(person.data && { initial: { value: String(person.data.id), label: person.data.NOMBRE } })}
            placeholder={t('user.search')}
            onChoose={(option) => choose('persona', option?.value)}
            optional
          />
          <ComboField
            name="clave"
            label={t('access.whatFor')}
            options={keys}
            placeholder={t('access.anyKey')}
            onChoose={(option) => choose('clave', option?.value)}
            optional
          />
        </div>
      </FormProvider>
      {id && key && person.data && <Sentence id={id} username={person.data.USUARIO} name={person.data.NOMBRE} of={key} />}
      {id ? (
        <PersonAccess id={id} />
      ) : (
        <EmptyState icon={<UserSearch aria-hidden />} title={t('access.choosePerson')}>
          {t('access.choosePersonHint')}
        </EmptyState>
      )}
    </>
  )
}

function Sentence({ id, username, name, of }: { id: number; username: string; name: string; of: Permission }) {
  const { t } = useTranslation('admin')
  const reason = useHolderReason()
  const found = useQuery(query(listKeyHolders, { query: { key: of, search: username, limit: 100 } }))
  const holder = found.data?.data.find((one) => one.id === id)
  if (!holder) return null
  const key = t(`permission.${of}.name`).toLocaleLowerCase()
  return (
    <Note kind={holder.RESULTADO === 'puede' ? 'success' : holder.RESULTADO === 'con_otro_rol' ? 'info' : 'warning'}>
      <b className="strong">{t(`access.sentence.${holder.RESULTADO}`, { name, key })}</b> {reason(holder)}{' '}
      <Link className="link" to={userUpdate.link({ userId: id }, { pestana: 'acceso' })}>
        {t('access.openPerson')}
      </Link>
    </Note>
  )
}
