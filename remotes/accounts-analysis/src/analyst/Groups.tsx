import { dueOf, stateOf } from '@cuadre/api/analysis'
import type { Group } from '@cuadre/api/group'
import { useTranslation } from '@cuadre/shell'
import { DateText, Marks, Money, Section, StateBadge } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useMemo } from 'react'
import { OverLimit } from '../shared/OverLimit.tsx'
import { marksOf, waitsForAnalyst } from '../shared/state.ts'
import { Substate } from '../shared/substate/Substate.tsx'
import { UnusualMembers } from '../shared/Unusual.tsx'

const keyOf = ({ AGRUPADO_ID }: Group) => String(AGRUPADO_ID)

/** My groups of the month: several accounts, one file, one decision. */
export function Groups({ groups, onOpen }: { groups: readonly Group[]; onOpen: (group: Group) => void }) {
  const { t } = useTranslation('accounts-analysis')
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <Section title={t('analyst.groups')} count={groups.length}>
      <DataTable
        label={t('analyst.groups')}
        columns={columns}
        rows={groups}
        rowKey={keyOf}
        onOpen={onOpen}
        actions={(group) => (
          <button type="button" className="link nowrap" tabIndex={-1} onClick={() => onOpen(group)}>
            {waitsForAnalyst(group) ? t(stateOf(group) === 'rechazado' ? 'analyst.correct' : 'analyst.load') : t('analyst.view')}
          </button>
        )}
      />
    </Section>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t']): Column<Group>[] => [
  {
    id: 'grupo',
    header: t('analyst.group'),
    phone: 'title',
    cut: true,
    width: '36%',
    cell: (group) => (
      <span className="row">
        <span className="two-lines" title={group.NOMBRE}>
          {group.NOMBRE}
        </span>
        <Marks {...marksOf(group)} tarde={false} />
        <UnusualMembers of={group.INUSUALES} glyph />
      </span>
    ),
  },
  { id: 'cuentas', header: t('analyst.accounts'), align: 'number', cell: ({ CUENTAS }) => CUENTAS },
  {
    id: 'saldo',
    header: t('analyst.balance'),
    align: 'number',
    phone: 'sub-end',
    cell: ({ VALOR_BALANCE, MONEDA }) => <Money value={VALOR_BALANCE} currency={MONEDA} />,
  },
  { id: 'estado', header: t('analyst.state'), phone: 'title-end', cell: (group) => <Standing group={group} /> },
  { id: 'vence', header: t('analyst.due'), align: 'end', phone: 'sub', cell: (group) => <DateText value={dueOf(group)} as="due" /> },
]

const Standing = ({ group }: { group: Group }) => (
  <span className="state-and-substate">
    <StateBadge state={stateOf(group)} />
    <span className="row xsmall">
      <Substate of={group} />
      <OverLimit of={group} short />
    </span>
  </span>
)
