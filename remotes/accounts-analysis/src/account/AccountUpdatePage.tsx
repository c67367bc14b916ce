import { type Account, getAccount, updateAccount } from '@cuadre/api/account'
import { summaryOfAccount } from '@cuadre/api/summary'
import { call, Failure, failureOf, query, useParams, useTranslation } from '@cuadre/shell'
import { Code, ErrorState, notify, Page, TableSkeleton, TextLink } from '@cuadre/ui'
import { useForm } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountHistory } from '../area.ts'
import { useList } from '../shared/account/useList.ts'
import { AccountForm } from './AccountForm.tsx'
import { type AccountField, type AccountValues, changeOf, merged, valuesOf } from './form.ts'
import { Moved } from './Moved.tsx'

export default function AccountUpdatePage() {
  const { t } = useTranslation('accounts-analysis')
  const list = useList()
  const id = Number(useParams().accountId)
  // Read again for every visit and kept until it is left: what is typed is compared with what was read.
  const account = useQuery({ ...query(getAccount, { params: { id } }), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const failure = failureOf(account)
  return (
    <Page
      fill
      title={account.data?.NOMBRE ?? t('account.update')}
      beside={
        account.data && (
          <span className="small muted">
            <Code>{account.data.CUENTA}</Code>
          </span>
        )
      }
      crumbs={[{ label: t('crumbs.accounts') }, { label: t('account.title'), to: list.to }, { label: t('account.update') }]}
      actions={
        account.data && (
          <TextLink className="btn" href={accountHistory.link({ accountId: id })}>
            {t('account.history')}
          </TextLink>
        )
      }
    >
      {failure && <ErrorState {...failure} />}
      {!account.data && !failure && <TableSkeleton />}
      {account.data && <Change key={id} read={account.data} onDone={list.back} />}
    </Page>
  )
}

type Meanwhile = { taken: AccountField[]; disputed: AccountField[] }

function Change({ read, onDone }: { read: Account; onDone: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  // What the next save is compared with: as read, or as somebody else has saved it since.
  const [account, setAccount] = useState(read)
  const [meanwhile, setMeanwhile] = useState<Meanwhile>()
  const before = valuesOf(account)
  const form = useForm<AccountValues>({ defaultValues: before })
  const suggested = useQuery(query(summaryOfAccount, { params: { id: read.COD_CUENTA } })).data?.riesgoSugerido

  const save = async (values: AccountValues) => {
    try {
      const saved = await call(updateAccount, {
        params: { id: account.COD_CUENTA },
        body: { ...changeOf(before, values), REVISION: account.REVISION },
      })
      for (const noun of ['account', 'account-summary', 'analysis', 'analysis-metadata', 'dashboard'])
        void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('account.form.saved', { code: saved.CUENTA, name: saved.NOMBRE }))
      setTimeout(onDone)
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this code is.
        const now = error.current as Account
        const { values: next, ...rest } = merged(before, values, valuesOf(now))
        for (const field of rest.taken) form.setValue(field, next[field])
        setAccount(now)
        setMeanwhile(rest)
      }
      throw error
    }
  }
  const take = (field: AccountField) => {
    form.setValue(field, before[field], { shouldDirty: true })
    setMeanwhile((now) => now && { taken: [...now.taken, field], disputed: now.disputed.filter((one) => one !== field) })
  }
  return (
    <AccountForm
      form={form}
      account={account}
      submit={t('account.form.save')}
      onSave={save}
      onCancel={onDone}
      suggestion={
        suggested && t('account.form.suggested', { risk: t(`account.risks.${suggested.RIESGO}`).toLocaleLowerCase(), n: suggested.puntaje })
      }
    >
      {meanwhile && <Moved account={account} {...meanwhile} onTake={take} />}
    </AccountForm>
  )
}
