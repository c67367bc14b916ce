import { useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { SegmentedControl } from '@cuadre/ui/overlay'
import type { ReactNode } from 'react'
import { OrganisationTree } from './OrganisationTree.tsx'

/** The ways to look at a list of the organisation: its rows, tiles where it has images, and the tree of everything. In the address. */
export function useViews(tiles?: ReactNode) {
  const { t } = useTranslation('admin')
  const can = useCan()
  const [params, setParams] = useSearchParams()
  const mayTree = can('admin.organisation.read')
  const view = params.get('vista')
  const options = [
    { value: 'lista', label: t('organisation.list') },
    ...(tiles ? [{ value: 'mosaico', label: t('organisation.tiles') }] : []),
    ...(mayTree ? [{ value: 'arbol', label: t('organisation.tree') }] : []),
  ]
  const chosen = options.find(({ value }) => value === view)?.value ?? 'lista'
  const show = (value: string) => {
    const next = new URLSearchParams(params)
    if (value === 'lista') next.delete('vista')
    else next.set('vista', value)
    setParams(next, { replace: true })
  }
  return {
    views: <SegmentedControl label={t('organisation.view')} value={chosen} onChange={show} options={options} />,
    tiles: chosen === 'mosaico' ? tiles : undefined,
    shown: chosen === 'arbol' ? <OrganisationTree /> : undefined,
  }
}
