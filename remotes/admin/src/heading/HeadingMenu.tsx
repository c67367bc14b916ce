import type { HeadingNode } from '@cuadre/api/heading'
import { useNavigate, useTranslation } from '@cuadre/shell'
import { RowMenu } from '@cuadre/ui/overlay'
import { headingCreate, headingUpdate } from '../area.ts'
import { said } from '../shared/headingTree.ts'

interface Props {
  node: HeadingNode
  onEdit: () => void
  onAsk: (what: 'move' | 'merge' | 'remove') => void
}

/** All that can be done with a heading, for who does not know the keys. */
export function HeadingMenu({ node, onEdit, onAsk }: Props) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  return (
    <RowMenu
      label={t('heading.menu', { name: said(node) })}
      entries={[
        { label: t('heading.edit'), end: 'F2', onSelect: onEdit },
        { label: t('heading.open'), onSelect: () => navigate(headingUpdate.link({ headingId: node.COD_RUBRO })) },
        { label: t('heading.createBelow'), onSelect: () => navigate(headingCreate.link({ parentId: node.COD_RUBRO })) },
        'line',
        { label: t('heading.moveTo'), end: 'M', onSelect: () => onAsk('move') },
        { label: t('heading.mergeInto'), onSelect: () => onAsk('merge') },
        'line',
        { label: t('heading.remove'), danger: true, onSelect: () => onAsk('remove') },
      ]}
    />
  )
}
