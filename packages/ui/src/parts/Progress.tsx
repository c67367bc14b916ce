import { type ReactNode, useId } from 'react'

interface ProgressProps {
  label: ReactNode
  value: number
  max: number
  /** "61.400 de 100.000 filas" */
  detail?: ReactNode
  state?: 'aprobado' | 'rechazado' | 'tarde'
}

/** Labelled progress bar. Never animated. */
export const Progress = ({ label, value, max, detail, state }: ProgressProps) => {
  const id = useId()
  const share = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0
  return (
    <div>
      <div className="progress-line">
        <span className="medium grow ellipsis" id={id}>
          {label}
        </span>
        {detail && (
          <bdi dir="ltr" className="num muted">
            {detail}
          </bdi>
        )}
      </div>
      <div
        className={`progress${state ? ` state-${state}` : ''}`}
        role="progressbar"
        aria-labelledby={id}
        aria-valuenow={Math.round(share)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ inlineSize: `${share}%` }} />
      </div>
    </div>
  )
}
