import { myBusinesses, myCountries, myDepartments } from '@cuadre/api/session'
import { query, useSearchParams, useTranslation } from '@cuadre/shell'
import { type Filter, useTableState } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'

const NAMES = ['pais', 'negocio', 'departamento'] as const
const id = (values: readonly string[] | undefined) => (values?.[0] && /^[1-9]\d{0,9}$/.test(values[0]) ? Number(values[0]) : undefined)

/** Country ▸ business ▸ department of one's scope, in the address. A narrower choice that no longer fits is dropped. */
export function useFilters() {
  const { t } = useTranslation('statistics')
  const [params, setParams] = useSearchParams()
  const countries = useQuery(query(myCountries)).data ?? []
  const businesses = useQuery(query(myBusinesses)).data ?? []
  const departments = useQuery(query(myDepartments)).data ?? []

  const fitting = (next: URLSearchParams) => {
    const country = next.get('pais')
    const business = businesses.find(({ ID_NEGOCIO }) => String(ID_NEGOCIO) === next.get('negocio'))
    if (country && business && String(business.ID_PAIS) !== country) next.delete('negocio')
    const department = departments.find(({ COD_DEPARTAMENTO }) => String(COD_DEPARTAMENTO) === next.get('departamento'))
    const inside = (businessId: number) =>
      next.has('negocio')
        ? String(businessId) === next.get('negocio')
        : !country || businesses.some(({ ID_NEGOCIO, ID_PAIS }) => ID_NEGOCIO === businessId && String(ID_PAIS) === country)
    if (department && !inside(department.ID_NEGOCIO)) next.delete('departamento')
    return next
  }
  const table = useTableState({
    key: 'estadisticas',
    params,
    setParams: (next, options) => setParams(fitting(next), options),
    filters: NAMES,
  })
  const { pais, negocio, departamento } = table.state.filters
  const [paisId, negocioId, departamentoId] = [id(pais), id(negocio), id(departamento)]

  const ofCountry = businesses.filter(({ ID_PAIS }) => paisId === undefined || ID_PAIS === paisId)
  const nameOf = new Map(businesses.map(({ ID_NEGOCIO, NEGOCIO }) => [ID_NEGOCIO, NEGOCIO]))
  const filters: Filter[] = [
    {
      name: 'pais',
      label: t('filters.country'),
      single: true,
      options: countries.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS })),
    },
    {
      name: 'negocio',
      label: t('filters.business'),
      single: true,
      options: ofCountry.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
    },
    {
      name: 'departamento',
      label: t('filters.department'),
      single: true,
      options: departments
        .filter(({ ID_NEGOCIO }) =>
          negocioId === undefined ? ofCountry.some((b) => b.ID_NEGOCIO === ID_NEGOCIO) : ID_NEGOCIO === negocioId,
        )
        .map(({ COD_DEPARTAMENTO, DEPARTAMENTO, ID_NEGOCIO }) => ({
          value: String(COD_DEPARTAMENTO),
          label: negocioId === undefined && ofCountry.length > 1 ? `${DEPARTAMENTO} · ${nameOf.get(ID_NEGOCIO)}` : DEPARTAMENTO,
        })),
    },
  ]
  return {
    table,
    // Where there is nothing to choose there is no question.
    filters: filters.filter(({ name, options }) => options.length > 1 || table.state.filters[name]),
    asked: { paisId, negocioId, departamentoId },
  }
}
