import { saveAs, useTranslation } from '@cuadre/shell'
import { Button, FileName, formatCount, Loader, Note, useLocale } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { csvOf } from './csv.ts'
import { ImportLines, type ImportLinesProps, type Line } from './ImportLines.tsx'

interface Props<Row extends Line> extends Omit<ImportLinesProps<Row>, 'rows' | 'total'> {
  open: boolean
  onClose: () => void
  title: string
  file: File | undefined
  /** Another file is to be chosen. */
  onForget: () => void
  /** How the file is given, while there is none. */
  source: ReactNode
  /** Below the name of the file: how it is read. */
  read?: ReactNode
  /** What else the import rests on. */
  order?: ReactNode
  looking: boolean
  /** Of the file as a whole. */
  refusal: ReactNode
  notice: ReactNode
  seen: { data: readonly Row[]; total: ImportLinesProps<Row>['total'] } | undefined
  /** Rows that the import would act on, and the words of the button. */
  changes: number
  make: string
  busy: boolean
  onMake: () => void
  /** The refused rows as a file of this name, with a column of each cell and the reason last. */
  refused: { name: string; columns: readonly string[]; cellsOf: (row: Row) => readonly string[] }
}

/** A file beside the page that it changes: what it would do, row by row, and then exactly that. Nothing is ever removed. */
export function ImportDrawer<Row extends Line>(props: Props<Row>) {
  const { file, seen, changes, refused, looking, busy, children, ...lines } = props
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const wrong = seen?.data.filter(({ CLASE }) => CLASE === 'rechazada') ?? []
  return (
    <Drawer
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      size="wide"
      modeless
      footer={
        seen && (
          <>
            {wrong.length > 0 && (
              <Button
                icon={<Download aria-hidden />}
                onClick={() =>
                  saveAs(
                    csvOf([[t('import.row'), ...refused.columns, t('import.why')], ...wrong.map(cells(refused.cellsOf))]),
                    refused.name,
                  )
                }
              >
                {t('import.saveRefused', { count: wrong.length, n: formatCount(wrong.length, locale) })}
              </Button>
            )}
            <Button variant="solid" busy={busy} disabled={changes === 0 || looking} onClick={props.onMake}>
              {changes === 0 ? t('import.nothing') : props.make}
            </Button>
          </>
        )
      }
    >
      <div className="import-drawer">
        {file ? (
          <p className="small">
            <b className="strong">
              <FileName>{file.name}</FileName>
            </b>{' '}
            <button type="button" className="link" onClick={props.onForget}>
              {t('import.another')}
            </button>
            {props.read && (
              <>
                <br />
                <span className="muted">{props.read}</span>
              </>
            )}
          </p>
        ) : (
          props.source
        )}
        {props.order}
        <div role="status">
          {props.notice && <Note kind="warning">{props.notice}</Note>}
          {props.refusal}
          {file && looking && <Loader />}
          {seen && !looking && (
            <span className="sr-only">
              {(['nueva', 'distinta', 'rechazada'] as const)
                .map((clase) => `${formatCount(seen.total[clase], locale)} ${lines.sumOf(clase)}`)
                .join(', ')}
            </span>
          )}
        </div>
        {seen && (
          <ImportLines {...lines} rows={seen.data} total={seen.total}>
            {children}
          </ImportLines>
        )}
      </div>
    </Drawer>
  )
}

const cells =
  <Row extends Line>(cellsOf: (row: Row) => readonly string[]) =>
  (row: Row) => [String(row.FILA), ...cellsOf(row)]
