import { type DeadlinePlan, listDeadlines } from '@cuadre/api/calendar'
import { failureOf, query, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, Section } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DeadlinesDrawer } from './DeadlinesDrawer.tsx'
import { ROLES } from './roles.ts'

/** When each role has to be done, as a working day of the month after: for everybody, and for businesses with their own. */
export function Deadlines({ write }: { write: boolean }) {
  const { t } = useTranslation('parameters')
  const found = useQuery(query(listDeadlines))
  const [editing, setEditing] = useState<DeadlinePlan | 'new'>()
  const columns = useMemo<Column<DeadlinePlan>[]>(() => {
    const dayOf = ({ dia, hora }: DeadlinePlan['PLAZOS'][(typeof ROLES)[number]]) =>
      t(hora === null ? 'calendar.day' : 'calendar.dayHour', { dia, hora })
    return [
      {
        id: 'NEGOCIO',
        header: t('threshold.business'),
        cell: (plan) => <span className="strong">{plan.NEGOCIO ?? t('threshold.all')}</span>,
        phone: 'title',
      },
      ...ROLES.map(
        (role): Column<DeadlinePlan> => ({
          id: role,
          header: t(`calendar.role.${role}`),
          cell: ({ PLAZOS }) => {
            if (role !== 'ANALISTA') return dayOf(PLAZOS[role])
            // On a phone the first stands for all of them, each with its name.
            return (
              <>
                <span className="off-phone">{dayOf(PLAZOS.ANALISTA)}</span>
                <span className="on-phone">{ROLES.map((one) => `${t(`calendar.role.${one}`)} ${dayOf(PLAZOS[one])}`).join(' · ')}</span>
              </>
            )
          },
          ...(role === 'ANALISTA' && { phone: 'sub' as const }),
        }),
      ),
    ]
  }, [t])
  const general = found.data?.find(({ ID_NEGOCIO }) => ID_NEGOCIO === null)
  return (
    <Section
      title={t('calendar.deadlines')}
      end={
        write &&
        general && (
          <Button icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
            {t('calendar.ownDeadlines')}
          </Button>
        )
      }
    >
      <DataTable
        label={t('calendar.deadlines')}
        columns={columns}
        rows={found.data}
        rowKey={({ ID_NEGOCIO }) => String(ID_NEGOCIO)}
        loading={found.isFetching}
        error={failureOf(found)}
        onOpen={write ? setEditing : undefined}
        actions={
          write
            ? (plan) => (
                <button
                  type="button"
                  className="link"
                  onClick={() => setEditing(plan)}
                  aria-label={`${t('threshold.change')} ${plan.NEGOCIO ?? t('threshold.all')}`}
                >
                  {t('threshold.change')}
                </button>
              )
            : undefined
        }
        empty={<EmptyState title={t('config.empty')} />}
      />
      {editing && general && (
        <DeadlinesDrawer
          key={editing === 'new' ? 'new' : String(editing.ID_NEGOCIO)}
          {...(editing !== 'new' && { plan: editing })}
          general={general}
          taken={found.data?.flatMap(({ ID_NEGOCIO }) => ID_NEGOCIO ?? []) ?? []}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Section>
  )
}
