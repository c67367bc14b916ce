import { type CheckedWorkbook, checkWorkbook } from '@cuadre/api/analysis'
import { call } from '@cuadre/shell'
import { useEffect, useState } from 'react'

/** Only a workbook has cells to look at. */
export const isWorkbook = ({ name }: File) => /\.xlsx?$/i.test(name)

/** What a form asks for by itself. */
const CODES_OF_EMPTY_FIELDS = ['workbook_empty', 'analysis_comment_required', 'analysis_difference_unexplained']
/** The faults that speak against what its other cells say. */
export const faultsIn = (found: CheckedWorkbook) => found.CELDAS.filter(({ codigo }) => !CODES_OF_EMPTY_FIELDS.includes(codigo))

type Checked = { file: File; found?: CheckedWorkbook; error?: unknown }

/** What the server finds in a workbook as soon as it is chosen; nothing of other files. */
export function useChecked(file: File | null) {
  const [checked, setChecked] = useState<Checked>()
  useEffect(() => {
    if (!file || !isWorkbook(file)) return
    const leaving = new AbortController()
    call(checkWorkbook, { body: { file } }, { signal: leaving.signal }).then(
      (found) => setChecked({ file, found }),
      (error) => leaving.signal.aborted || setChecked({ file, error }),
    )
    return () => leaving.abort()
  }, [file])
  const of = checked?.file === file ? checked : undefined
  return { found: of?.found, error: of?.error, checking: Boolean(file && isWorkbook(file) && !of) }
}
