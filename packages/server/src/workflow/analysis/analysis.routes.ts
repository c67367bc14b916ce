import type { analysisApi } from '@cuadre/api'
import { ROLE, type RoleId } from '@cuadre/api/roles'
import type { AppOptions } from '../../options.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { decideMany } from '../decision/bulk.service.ts'
import { decide } from '../decision/decision.service.ts'
import { recall, reopen } from '../decision/recall.service.ts'
import { announce, remind } from '../decision/reminder.service.ts'
import { remindAll } from '../decision/reminders.service.ts'
import { create } from '../generation/creation.service.ts'
import { download, evidence, seen } from '../submission/evidence.service.ts'
import { check } from '../submission/preview.service.ts'
import { draft, marks, submit } from '../submission/submission.service.ts'
import { workbook, workbooks } from '../workbook/workbook.service.ts'
import type { Filters } from './analysis.counts.ts'
import * as analyses from './analysis.service.ts'
import { detail } from './detail.service.ts'
import { exportHistory, exportList } from './export.ts'
import type { ListRole } from './measures.ts'
import { analysisTarget, onAnalysis } from './review-unit.ts'

/** The level whose counters a list shows if its query names none. */
const askingOf: Record<RoleId, ListRole> = {
  [ROLE.analista]: 'analista',
  [ROLE.jefatura]: 'jefatura',
  [ROLE.control]: 'control',
  [ROLE.gerencia]: null,
  [ROLE.auditor]: null,
  [ROLE.administrador]: null,
}

/** `paginated=false` means all rows. */
export const everything = <Q extends { paginated: boolean }>(query: Q) => (query.paginated ? query : { ...query, page: 1, limit: 999_999 })

export const analysisRoutes = ({ db, storage, zone, now }: AppOptions): Handlers<typeof analysisApi> => {
  const listed = (caller: Caller, asking: ListRole, query: Filters & { page: number; limit: number; format: 'json' | 'excel' }) =>
    query.format === 'excel' ? exportList(db, caller, asking, zone, query) : analyses.list(db, caller, asking, zone, query)
  return {
    listAnalyses: ({ caller, query }) => listed(caller, askingOf[caller.roleId], query),
    listForAnalyst: ({ caller, query }) => listed(caller, 'analista', everything(query)),
    listForJefatura: ({ caller, query }) => listed(caller, 'jefatura', query),
    listForControl: ({ caller, query }) => listed(caller, 'control', query),
    listHistory: ({ caller, query }) =>
      query.format === 'excel' ? exportHistory(db, caller, zone, query) : analyses.history(db, caller, zone, query),
    metadataForAnalyst: ({ caller, query }) => analyses.metadata(db, caller, 'analista', query),
    metadataForJefatura: ({ caller, query }) => analyses.metadata(db, caller, 'jefatura', query),
    metadataForControl: ({ caller, query }) => analyses.metadata(db, caller, 'control', query),
    metadataForAuditor: ({ caller, query }) => analyses.metadata(db, caller, null, query),
    getAnalysis: ({ caller, params }) => detail(db, caller, zone, params.id),
    createAnalysis: ({ caller, body }) => create(db, caller, body),
    saveDraft: ({ caller, params, body }) => draft(db, caller, params.id, body),
    analysisWorkbook: ({ caller, params }) => workbook(db, storage, caller, zone, params.id),
    analysisWorkbooks: ({ caller, body }) => workbooks(db, storage, caller, zone, body.COD_ANALISIS),
    checkWorkbook: ({ caller, body }) => check(db, caller, body),
    explanationMarks: ({ caller, params, body }) => marks(db, caller, params.id, body),
    uploadAnalysisFile: ({ caller, params, body }) => submit(db, storage, caller, params.id, body),
    analysisFile: ({ caller, params, query }) => download(db, storage, caller, params.id, query, { zone, now }),
    seeAnalysisFile: ({ caller, params }) => seen(db, caller, params.id),
    analysisEvidence: ({ caller, params }) => evidence(db, storage, caller, params.id),
    approveAtJefatura: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'jefatura', outcome: 'aprobado', ...body }),
    rejectAtJefatura: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'jefatura', outcome: 'rechazado', ...body }),
    approveAtControl: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'control', outcome: 'aprobado', ...body }),
    rejectAtControl: ({ caller, params, body }) => decide(db, caller, params.id, { level: 'control', outcome: 'rechazado', ...body }),
    decideBulk: ({ caller, body }) => decideMany(db, caller, body),
    recallAnalysis: ({ caller, params, body }) => onAnalysis(db, params.id, (tx, target) => recall(tx, caller, target, body)),
    reopenAnalysis: ({ caller, params, body }) => onAnalysis(db, params.id, (tx, target) => reopen(tx, caller, target, body)),
    sendReminder: ({ caller, params }) => remind(db, caller, params.id),
    remindMany: ({ caller, body }) => remindAll(db, caller, zone, body),
    sendApprovalEmail: ({ caller, params, body }) => announce(db, caller, analysisTarget(params.id), body.actionType),
    verifyEvents: ({ caller, params }) => analyses.verify(db, caller, params.id),
  }
}
