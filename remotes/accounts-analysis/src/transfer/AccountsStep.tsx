import { useTranslation } from '@cuadre/shell'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useState } from 'react'
import { FromCodes } from './FromCodes.tsx'
import { FromList } from './FromList.tsx'
import type { People, Selection } from './order.ts'

export interface WayProps {
  people: People
  onBack: () => void
  onDone: (selection: Selection) => void
}

/** Which accounts: ticked or filtered in the list of the origin, or by their codes, pasted or in a file. */
export function AccountsStep(props: WayProps) {
  const { t } = useTranslation('accounts-analysis')
  const [way, setWay] = useState<'lista' | 'codigos'>('lista')
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
