import type { groupApi } from '@cuadre/api'
import type { AppOptions } from '../../options.ts'
import type { Caller } from '../../platform/http/context.ts'
import type { Handlers } from '../../platform/http/implement.ts'
import { everything } from '../analysis/analysis.routes.ts'
import { metadata } from '../analysis/analysis.service.ts'
import { exportGroups } from '../analysis/export.ts'
import type { ListRole } from '../analysis/measures.ts'
import { groupTarget, onGroup } from '../analysis/review-unit.ts'
import { decideGroup } from '../decision/decision.service.ts'
import { recall, reopen } from '../decision/recall.service.ts'
import { announce } from '../decision/reminder.service.ts'
import { groupDetail, groupSteps } from './group.detail.ts'
import { list, type Query } from './group.repository.ts'
import * as groups from './group.service.ts'
import { submitGroup } from './group.submission.ts'
import { groupWorkbook } from './group.workbook.ts'

export const groupRoutes = ({ db, storage, zone }: AppOptions): Handlers<typeof groupApi> => {
  const listed = (caller: Caller, asking: ListRole, query: Query & { format: 'json' | 'excel' }) =>
    query.format === 'excel' ? exportGroups(db, caller, asking, zone, query) : list(db, caller, asking, zone, query)
  return {
    listGroupsForAnalyst: ({ caller, query }) => listed(caller, 'analista', everything(query)),
    listGroupsForJefatura: ({ caller, query }) => listed(caller, 'jefatura', query),
    listGroupsForControl: ({ caller, query }) => listed(caller, 'control', query),
    groupMetadataForAnalyst: ({ caller, query }) => metadata(db, caller, 'analista', { ...query, grouped: true }),
    groupMetadataForJefatura: ({ caller, query }) => metadata(db, caller, 'jefatura', { ...query, grouped: true }),
    groupMetadataForControl: ({ caller, query }) => metadata(db, caller, 'control', { ...query, grouped: true }),
    getGroup: ({ caller, params }) => groupDetail(db, caller, zone, params.id),
    groupHistory: ({ caller, params, query }) => groupSteps(db, caller, params.id, query),
    createGroup: ({ caller, body }) => groups.create(db, caller, body),
    addToGroup: ({ caller, params, body }) => groups.add(db, caller, params.id, body.COD_ANALISIS),
    removeFromGroup: ({ caller, params }) => groups.remove(db, caller, params.id, params.analysisId),
    dissolveGroup: ({ caller, params }) => groups.dissolve(db, caller, params.id),
    groupWorkbook: ({ caller, params }) => groupWorkbook(db, storage, caller, zone, params.id),
    uploadGroupFile: ({ caller, params, body }) => submitGroup(db, storage, caller, params.id, body),
    approveGroupAtJefatura: ({ caller, params, body }) =>
      decideGroup(db, caller, params.id, { level: 'jefatura', outcome: 'aprobado', ...body }),
    rejectGroupAtJefatura: ({ caller, params, body }) =>
      decideGroup(db, caller, params.id, { level: 'jefatura', outcome: 'rechazado', ...body }),
    approveGroupAtControl: ({ caller, params, body }) =>
      decideGroup(db, caller, params.id, { level: 'control', outcome: 'aprobado', ...body }),
    rejectGroupAtControl: ({ caller, params, body }) =>
      decideGroup(db, caller, params.id, { level: 'control', outcome: 'rechazado', ...body }),
    recallGroup: ({ caller, params, body }) => onGroup(db, params.id, (tx, target) => recall(tx, caller, target, body)),
    reopenGroup: ({ caller, params, body }) => onGroup(db, params.id, (tx, target) => reopen(tx, caller, target, body)),
    sendGroupApprovalEmail: ({ caller, params, body }) => announce(db, caller, groupTarget(params.id), body.actionType),
  }
}
