import { myBusinesses, myCountries, myDepartments } from '@cuadre/api/session'
import { query, useSearchParams, useTranslation } from '@cuadre/shell'
import { type Filter, useTableState } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'

const PLACES = ['pais', 'negocio', 'departamento'] as const
const CUTS = ['riesgo', 'tipo'] as const
const RISKS = ['A', 'M', 'B'] as const
const TYPES = ['individual', 'agrupado'] as const
const id = (values: readonly string[] | undefined) => (values?.[0] && /^[1-9]\d{0,9}$/.test(values[0]) ? Number(values[0]) : undefined)

/**
 * Country ▸ business ▸ department of one's scope, and risk and kind where asked, in the address. A narrower choice that no longer fits is dropped.
 */
export function usePlaceFilters({ key, cuts = false, places = true }: { key: string; cuts?: boolean; places?: boolean }) {
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
    key,
    params,
    setParams: (next, options) => setParams(fitting(next), options),
    filters: [...(places ? PLACES : []), ...(cuts ? CUTS : [])],
  })
  const chosen = table.state.filters
  const [paisId, negocioId, departamentoId] = [id(chosen.pais), id(chosen.negocio), id(chosen.departamento)]

  const ofCountry = businesses.filter(({ ID_PAIS }) => paisId === undefined || ID_PAIS === paisId)
  const nameOf = new Map(businesses.map(({ ID_NEGOCIO, NEGOCIO }) => [ID_NEGOCIO, NEGOCIO]))
  const single = (name: string, label: string, options: Filter['options']): Filter => ({ name, label, single: true, options })
  const filters: Filter[] = [
    ...(places
      ? [
          single(
            'pais',
            t('filters.country'),
            countries.map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS })),
          ),
          single(
            'negocio',
            t('filters.business'),
            ofCountry.map(({ ID_NEGOCIO, NEGOCIO }) => ({ value: String(ID_NEGOCIO), label: NEGOCIO })),
          ),
          single(
            'departamento',
            t('filters.department'),
            departments
              .filter(({ ID_NEGOCIO }) =>
                negocioId === undefined ? ofCountry.some((b) => b.ID_NEGOCIO === ID_NEGOCIO) : ID_NEGOCIO === negocioId,
              )
              .map(({ COD_DEPARTAMENTO, DEPARTAMENTO, ID_NEGOCIO }) => ({
                value: String(COD_DEPARTAMENTO),
                label: negocioId === undefined && ofCountry.length > 1 ? `${DEPARTAMENTO} · ${nameOf.get(ID_NEGOCIO)}` : DEPARTAMENTO,
              })),
          ),
        ]
      : []),
    ...(cuts
      ? [
          {
            name: 'riesgo',
            label: t('filters.risk'),
            options: RISKS.map((value) => ({ value, label: t(`filters.risks.${value}`) })),
          },
          single(
            'tipo',
            t('filters.type'),
            TYPES.map((value) => ({ value, label: t(`list.tipo.${value}`) })),
          ),
        ]
      : []),
  ]
  const riesgo = chosen.riesgo?.filter((value): value is (typeof RISKS)[number] => RISKS.some((risk) => risk === value))
  return {
    table,
    // Where there is nothing to choose there is no question.
    filters: filters.filter(({ name, options }) => options.length > 1 || table.state.filters[name]),
    asked: {
      paisId,
      negocioId,
      departamentoId,
      ...(cuts && { riesgo: riesgo?.length ? riesgo.join(',') : undefined, tipo: TYPES.find((type) => type === chosen.tipo?.[0]) }),
    },
  }
}
