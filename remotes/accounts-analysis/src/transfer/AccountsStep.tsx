import { useSearchParams, useTranslation } from '@cuadre/shell'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { FromCodes } from './FromCodes.tsx'
import { FromList } from './FromList.tsx'
import type { WayProps } from './way.ts'

type Way = 'lista' | 'codigos'
/** Stands in the address. */
export const wayOf = (params: URLSearchParams): Way => (params.get('via') === 'codigos' ? 'codigos' : 'lista')

/** Which accounts: ticked or filtered in the list of the origin, or by their codes, pasted or in a file. */
export function AccountsStep(props: WayProps) {
  const { t } = useTranslation('accounts-analysis')
  const [params, setParams] = useSearchParams()
  const way = wayOf(params)
  const setWay = (to: Way) => {
    const next = new URLSearchParams(params)
    to === 'lista' ? next.delete('via') : next.set('via', to)
    setParams(next, { replace: true })
  }
  return (
    <>
      <div style={{ paddingBlock: 4 }}>
        <SegmentedControl
          label={t('transfer.way')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'lista', label: t('transfer.fromList') },
            { value: 'codigos', label: t('transfer.fromCodes') },
          ]}
        />
      </div>
      {way === 'lista' ? <FromList {...props} /> : <FromCodes {...props} />}
    </>
  )
}
