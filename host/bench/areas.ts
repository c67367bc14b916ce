// The areas compiled into the host, for `npm run bench -- --only web`: in that build this file and its neighbour stand for those of
// src/federation, so that what federation costs is the only difference.
import type { AreaData } from '@cuadre/shell'
import { area as accountsAnalysis } from '../../remotes/accounts-analysis/src/area.ts'
import { area as admin } from '../../remotes/admin/src/area.ts'
import { area as helpdesk } from '../../remotes/helpdesk/src/area.ts'
import { area as parameters } from '../../remotes/parameters/src/area.ts'
import { area as statistics } from '../../remotes/statistics/src/area.ts'
import type { Area, Fault } from '../src/federation/areas.ts'

const areas = [accountsAnalysis, admin, helpdesk, parameters, statistics].map((data: AreaData): Area => ({ id: data.id, url: '', data }))
export const readAreas = async () => areas

export class AreaFault extends Error {
  fault: Fault
  constructor(id: string, fault: Fault, cause?: unknown) {
    super(id, { cause })
    this.fault = fault
  }
}
