import { headingTree } from '@cuadre/api/heading'
import { query, useTranslation } from '@cuadre/shell'
import { withoutAccents } from '@cuadre/ui'
import { ChoicesField, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { byId, said } from '../shared/headingTree.ts'

/** Of a chart with thousands of headings only these are offered at once; those that are chosen always stand there. */
const OFFERED = 40

/** The headings that a template is for: found by code or name. */
export function HeadingChoices() {
  const { t } = useTranslation('admin')
  const roots = useQuery(query(headingTree)).data
  const [search, setSearch] = useState('')
  const chosen: unknown = useWatch({ name: 'rubros' })
  const known = useMemo(
    () => [...byId(roots ?? []).values()].map((node) => ({ value: String(node.COD_RUBRO), label: said(node) })),
    [roots],
  )
  // One that was merged into another since can only be taken out: the server refuses it.
  const gone = roots && Array.isArray(chosen) ? chosen.filter((id) => known.every(({ value }) => value !== id)) : []
  const all = [...known, ...gone.map((id) => ({ value: String(id), label: t('template.goneHeading') }))]
  const text = withoutAccents(search.trim())
  const isChosen = ({ value }: (typeof all)[number]) => Array.isArray(chosen) && chosen.includes(value)
  const found = all.filter((option) => !isChosen(option) && withoutAccents(option.label).includes(text))
  const rest = found.length - OFFERED
  return (
    <>
      {all.length > OFFERED && (
        <label className="field wide">
          <span className="label">{t('template.findHeading')}</span>
          <input className="input" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
      )}
      <ChoicesField
        name="rubros"
        label={t('template.headings')}
        {...(rest > 0 && { help: t('template.moreHeadings', { count: rest }) })}
        options={[...all.filter(isChosen), ...found.slice(0, OFFERED)]}
        optional
        wide
      />
    </>
  )
}
