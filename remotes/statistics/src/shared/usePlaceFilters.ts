import { myBusinesses, myCountries, myDepartments } from '@cuadre/api/session'
import { statisticsFilters } from '@cuadre/api/statistics'
import { query, useSearchParams, useTranslation } from '@cuadre/shell'
import { type Filter, useTableState } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { pastAsked } from './past/usePast.ts'
import { structureAsked } from './structure.ts'

const PLACES = ['pais', 'negocio', 'subgerencia', 'departamento'] as const
const CUTS = ['rubro', 'riesgo', 'tipo', 'moneda'] as const
type Name = (typeof PLACES)[number] | (typeof CUTS)[number] | 'estructura'
const RISKS = ['A', 'M', 'B'] as const
const TYPES = ['individual', 'agrupado'] as const
const id = (values: readonly string[] | undefined) => (values?.[0] && /^[1-9]\d{0,9}$/.test(values[0]) ? Number(values[0]) : undefined)

/**
 * Country ▸ business ▸ sub-management ▸ department of one's scope, heading, risk, kind and currency where asked, the moment, and whether places are those of
 * today, in the address. A narrower choice that no longer fits is dropped.
 */
export function usePlaceFilters({ key, cuts = false, places = true }: { key: string; cuts?: boolean; places?: boolean }) {
  const { t } = useTranslation('statistics')
  const [params, setParams] = useSearchParams()
  const lists = {
    countries: useQuery(query(myCountries)),
    businesses: useQuery(query(myBusinesses)),
    departments: useQuery(query(myDepartments)),
    offered: useQuery({ ...query(statisticsFilters), staleTime: 600_000 }),
  }
  const countries = lists.countries.data ?? []
  const businesses = lists.businesses.data ?? []
  const departments = lists.departments.data ?? []
  const offered = lists.offered.data
  const subManagements = offered?.subgerencias ?? []

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
    const sub = subManagements.find(({ COD_SUB_GERENCIA }) => String(COD_SUB_GERENCIA) === next.get('subgerencia'))
    if (sub && !inside(sub.ID_NEGOCIO)) next.delete('subgerencia')
    return next
  }
  const table = useTableState({
    key,
    params,
    setParams: (next, options) => setParams(fitting(next), options),
    filters: [...(places ? PLACES : []), ...(cuts ? CUTS : []), 'estructura'],
  })
  const chosen = table.state.filters
  const [paisId, negocioId, subgerenciaId, departamentoId] = [
    id(chosen.pais),
    id(chosen.negocio),
    id(chosen.subgerencia),
    id(chosen.departamento),
  ]
  const rubroId = id(chosen.rubro)
  const moneda = /^[A-Z]{3}$/.exec(chosen.moneda?.[0] ?? '')?.[0]

  const ofCountry = businesses.filter(({ ID_PAIS }) => paisId === undefined || ID_PAIS === paisId)
  const nameOf = new Map(businesses.map(({ ID_NEGOCIO, NEGOCIO }) => [ID_NEGOCIO, NEGOCIO]))
  const ofPlace = ({ ID_NEGOCIO }: { ID_NEGOCIO: number }) =>
    negocioId === undefined ? ofCountry.some((business) => business.ID_NEGOCIO === ID_NEGOCIO) : ID_NEGOCIO === negocioId
  const named = (name: string, business: number) =>
    negocioId === undefined && ofCountry.length > 1 ? `${name} · ${nameOf.get(business)}` : name
  const single = (name: Name, label: string, options: Filter['options']): Filter<Name> => ({ name, label, single: true, options })
  const filters: Filter<Name>[] = [
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
            'subgerencia',
            t('filters.subManagement'),
            subManagements.filter(ofPlace).map(({ COD_SUB_GERENCIA, SUB_GERENCIA, ID_NEGOCIO }) => ({
              value: String(COD_SUB_GERENCIA),
              label: named(SUB_GERENCIA, ID_NEGOCIO),
            })),
          ),
          single(
            'departamento',
            t('filters.department'),
            departments.filter(ofPlace).map(({ COD_DEPARTAMENTO, DEPARTAMENTO, ID_NEGOCIO }) => ({
              value: String(COD_DEPARTAMENTO),
              label: named(DEPARTAMENTO, ID_NEGOCIO),
            })),
          ),
        ]
      : []),
    ...(cuts
      ? [
          single(
            'rubro',
            t('filters.heading'),
            // Those below are part of it; deeper ones would be hundreds.
            (offered?.rubros ?? [])
              .filter(({ nivel, COD_RUBRO }) => nivel <= 2 || COD_RUBRO === rubroId)
              .map(({ COD_RUBRO, RUBRO }) => ({ value: String(COD_RUBRO), label: RUBRO })),
          ),
          {
            name: 'riesgo' as const,
            label: t('filters.risk'),
            options: RISKS.map((value) => ({ value, label: t(`filters.risks.${value}`) })),
          },
          single(
            'tipo',
            t('filters.type'),
            TYPES.map((value) => ({ value, label: t(`list.tipo.${value}`) })),
          ),
          single(
            'moneda',
            t('filters.currency'),
            [...new Set([...(offered?.monedas ?? []), ...(moneda ? [moneda] : [])])].map((value) => ({ value, label: value })),
          ),
        ]
      : []),
    {
      ...single('estructura', t('filters.structure'), [{ value: 'actual', label: t('filters.ofToday') }]),
      none: t('filters.ofEachMonth'),
    },
  ]
  const riesgo = chosen.riesgo?.filter((value): value is (typeof RISKS)[number] => RISKS.some((risk) => risk === value))
  const shown = filters.filter(({ name, options, none }) => none || options.length > 1 || table.state.filters[name])
  return {
    table,
    /** What is chosen, in words. */
    said: shown.flatMap(({ name, label, options }) => {
      const values = table.state.filters[name]?.map((value) => options.find((option) => option.value === value)?.label.trim() ?? value)
      return values ? [`${label}: ${values.join(', ')}`] : []
    }),
    /** What there is to choose from is known. */
    ready: Object.values(lists).every(({ isLoading }) => !isLoading),
    // Where there is nothing to choose there is no question.
    filters: shown,
    asked: {
      paisId,
      negocioId,
      subgerenciaId,
      departamentoId,
      asOf: pastAsked(params),
      estructura: structureAsked(params),
      ...(cuts && {
        rubroId,
        riesgo: riesgo?.length ? riesgo.join(',') : undefined,
        tipo: TYPES.find((type) => type === chosen.tipo?.[0]),
        moneda,
      }),
    },
  }
}
