import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'

/** Exports the filtered rows; busy until the export is ready. */
export const ExportButton = ({ onExport, label }: { onExport: () => Promise<unknown>; label?: string }) => {
  const texts = useTexts()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await onExport()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      busy={busy}
      icon={<Download aria-hidden />}
      onClick={run}
      aria-label={label ?? texts.export}
      title={busy ? texts.exporting : (label ?? texts.export)}
    >
      <span>{label ?? texts.export}</span>
    </Button>
  )
}
