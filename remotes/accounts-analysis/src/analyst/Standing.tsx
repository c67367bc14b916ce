import { type AnalysisDetail, stateOf } from '@cuadre/api/analysis'
import type { Answer } from '@cuadre/api/endpoint'
import type { getGroup } from '@cuadre/api/group'
import { Note, StateBadge } from '@cuadre/ui'
import type { ReactNode } from 'react'
import { OverLimit } from '../shared/OverLimit.tsx'
import { marksOf } from '../shared/state.ts'
import { SubstateChoice } from '../shared/substate/SubstateChoice.tsx'

/** How an analysis or a group stands, with what can be done at its end; why it came back. */
export function Standing({ of: detail, children }: { of: AnalysisDetail | Answer<typeof getGroup>; children: ReactNode }) {
  const { material, critica } = marksOf(detail)
  const state = stateOf(detail)
  return (
    <>
      <div className="row facts-marks">
        <StateBadge state={state} pill />
        {(critica || material) && <StateBadge state={critica ? 'critica' : 'material'} pill />}
        {detail.ATRASADO && <StateBadge state="tarde" pill />}
        <OverLimit of={detail} />
        <SubstateChoice
          level="ANALISTA"
          of={detail}
          // A group is said through one of its members.
          id={'MIEMBROS' in detail ? detail.MIEMBROS[0]?.COD_ANALISIS : detail.COD_ANALISIS}
        />
        <span className="grow" />
        {children}
      </div>
      {state === 'rechazado' && detail.MOTIVO_RECHAZO && <Note kind="danger">{detail.MOTIVO_RECHAZO}</Note>}
    </>
  )
}

/** One of the figures that stand beside each other (`facts`). */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
