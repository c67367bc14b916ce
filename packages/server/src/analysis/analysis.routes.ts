import type { analysisApi } from '@cuadre/api'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import type { AppOptions } from '../app.ts'
import type { Handlers } from '../http/implement.ts'
import * as analyses from './analysis.service.ts'
import { decide } from './decision.ts'
import { detail } from './detail.ts'
import { download, evidence } from './evidence.ts'
import { exportList } from './export.ts'
import type { Asking } from './measures.ts'
import { submit } from './submission.ts'
import { workbook } from './workbook.ts'

/** The level whose boxes a list without one shows. */
const askingOf: Record<RoleId, Asking> = {
  [ROLE.analista]: 'analista',
  [ROLE.jefatura]: 'jefatura',
  [ROLE.control]: 'control',
  [ROLE.gerencia]: null,
  [ROLE.auditor]: null,
  [ROLE.administrador]: null,
}

export const analysisRoutes = ({ db, storage, zone }: AppOptions): Handlers<typeof analysisApi> => ({
  listAnalyses: ({ caller, query }) => analyses.list(db, caller, askingOf[caller.roleId], zone, query),
  listForAnalyst: ({ caller, query }) => analyses.list(db, caller, 'analista', zone, query),
  listForJefatura: ({ caller, query }) => analyses.list(db, caller, 'jefatura', zone, query),
  listForControl: ({ caller, query }) => analyses.list(db, caller, 'control', zone, query),
  exportAnalyses: ({ caller, query }) => exportList(db, caller, askingOf[caller.roleId], zone, query),
  metadataForAnalyst: ({ caller, query }) => analyses.metadata(db, caller, 'analista', query.periodId),
  metadataForJefatura: ({ caller, query }) => analyses.metadata(db, caller, 'jefatura', query.periodId),
  metadataForControl: ({ caller, query }) => analyses.metadata(db, caller, 'control', query.periodId),
  getAnalysis: ({ caller, params }) => detail(db, caller, params.id),
  analysisWorkbook: ({ caller, params }) => workbook(db, storage, caller, params.id),
  uploadAnalysisFile: ({ caller, params, body }) => submit(db, storage, caller, params.id, body),
  analysisFile: ({ caller, params }) => download(db, storage, caller, params.id),
  analysisEvidence: ({ caller, params }) => evidence(db, storage, caller, params.id),
  approveAtJefatura: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'jefatura', outcome: 'aprobado', ...body }),
  rejectAtJefatura: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'jefatura', outcome: 'rechazado', ...body }),
  approveAtControl: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'control', outcome: 'aprobado', ...body }),
  rejectAtControl: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'control', outcome: 'rechazado', ...body }),
  verifyEvents: ({ params }) => analyses.verify(db, params.id),
})
