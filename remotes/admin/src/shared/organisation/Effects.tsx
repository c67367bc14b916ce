import type { OrganisationEffect } from '@cuadre/api/organisation'
import { useTranslation } from '@cuadre/shell'
import { NONE } from '@cuadre/ui'
import { Fragment } from 'react'

/** What a row creates and changes, each with what it says of it. */
export function Effects({ of }: { of: readonly OrganisationEffect[] }) {
  const { t } = useTranslation('admin')
  return of.map(({ NIVEL, NOMBRE, CLASE, CAMBIOS }) => (
    <div key={NIVEL}>
      {t(`organisation.import.effect.${CLASE}`, { level: t(`organisation.levels.${NIVEL}`), name: NOMBRE })}
      {CAMBIOS.map(({ CAMPO, ANTES, DESPUES }) => (
        <Fragment key={CAMPO}>
          {'; '}
          {t(`organisation.import.field.${CAMPO}`)}: {CLASE === 'distinta' && <del>{ANTES ?? NONE}</del>} {DESPUES ?? NONE}
        </Fragment>
      ))}
    </div>
  ))
}
