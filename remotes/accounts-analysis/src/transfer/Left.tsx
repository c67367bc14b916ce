import type { TransferResult } from '@cuadre/api/transfer'
import { useTranslation } from '@cuadre/shell'
import { Button, formatCount, Note, Section, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useMemo } from 'react'
import { useCounted } from '../shared/counted.ts'
import { AccountCode } from './AccountCode.tsx'

type Account = TransferResult['omitidas'][number]
interface Props {
  conflicts: readonly Account[]
  omitted: readonly Account[]
  /** Everything that cannot move is left out. */
  skipping: boolean
  onOmit: (id: number) => void
  onKeep: (id: number) => void
  onSkip: (on: boolean) => void
}
const keyOf = ({ COD_CUENTA }: Account) => String(COD_CUENTA)

/** Accounts that cannot move, with the reason of each, and those that were left out. */
export function Left({ conflicts, omitted, skipping, onOmit, onKeep, onSkip }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const columns = useMemo<Column<Account>[]>(
    () => [
      { id: 'CUENTA', header: t('account.code'), phone: 'sub', cell: (one) => <AccountCode {...one} /> },
      { id: 'NOMBRE', header: t('account.name'), phone: 'title', cell: (one) => <span className="medium">{one.NOMBRE}</span> },
      { id: 'MOTIVO', header: t('transfer.why'), phone: 'sub-end', cut: true, cell: (one) => <span title={why(one)}>{why(one)}</span> },
    ],
    [t],
  )
  return (
    <>
      {conflicts.length > 0 && (
        <Section
          title={t('transfer.conflicts')}
          count={formatCount(conflicts.length, locale)}
          end={<Button onClick={() => onSkip(true)}>{t('transfer.skipAll', counted(conflicts.length))}</Button>}
        >
          <div style={{ marginBlockEnd: 8 }}>
            <Note kind="warning">{t('transfer.conflictsHint')}</Note>
          </div>
          <DataTable
            label={t('transfer.conflicts')}
            columns={columns}
            rows={conflicts}
            rowKey={keyOf}
            actions={(one) => (
              <button
                type="button"
                className="link"
                aria-label={t('transfer.omitOne', { account: one.NOMBRE })}
                onClick={() => onOmit(one.COD_CUENTA)}
              >
                {t('transfer.omit')}
              </button>
            )}
          />
        </Section>
      )}
      {omitted.length > 0 && (
        <Section
          title={t('transfer.left')}
          count={formatCount(omitted.length, locale)}
          end={skipping && <Button onClick={() => onSkip(false)}>{t('transfer.skipNone')}</Button>}
        >
          <DataTable
            label={t('transfer.left')}
            columns={columns}
            rows={omitted}
            rowKey={keyOf}
            actions={(one) =>
              one.motivo === 'omitida' && (
                <button
                  type="button"
                  className="link"
                  aria-label={t('transfer.keepOne', { account: one.NOMBRE })}
                  onClick={() => onKeep(one.COD_CUENTA)}
                >
                  {t('transfer.keep')}
                </button>
              )
            }
          />
        </Section>
      )}
    </>
  )
}

/** The server's sentence names the account, which stands in the row already. */
function why({ CUENTA, texto }: Account) {
  const rest = texto.startsWith(`${CUENTA}: `) ? texto.slice(CUENTA.length + 2) : texto
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1)
}
