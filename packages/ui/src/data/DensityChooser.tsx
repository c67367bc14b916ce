import { Rows3 } from 'lucide-react'
import { Popover } from '../overlay/Popover.tsx'
import { Button } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import type { Density } from './preferences.ts'
import type { Table } from './useTableState.ts'

const DENSITIES: readonly Density[] = ['compact', 'normal', 'roomy']

export const DensityChooser = ({ table }: { table: Table }) => {
  const texts = useTexts()
  return (
    <Popover
      align="end"
      label={texts.density}
      trigger={
        <Button icon={<Rows3 aria-hidden />} aria-label={texts.density} title={texts.density}>
          <span>{texts.density}</span>
        </Button>
      }
    >
      {DENSITIES.map((density) => (
        <label key={density} className="option">
          <input
            type="radio"
            className="radio"
            name="density"
            checked={table.preferences.density === density}
            onChange={() => table.prefer({ density })}
          />
          {texts.densities[density]}
        </label>
      ))}
    </Popover>
  )
}
