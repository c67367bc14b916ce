import type { World } from '../testing/world.ts'

type Ids = World['ids']
export type Place = { params?: Record<string, unknown>; query?: Record<string, unknown> }
/**
 * What a call is about, for `matrix.test.ts`:
 * - nobody: the caller alone, or nothing that belongs to somebody
 * - list: rows in the caller's scope; whoever works elsewhere reads nothing of the others
 * - row: one row of Brasil; whoever works elsewhere gets 404. `by` names roles that have the key and yet see no such row
 * - shared: one row that is everybody's who may call (master data of the group, help)
 */
export type Entry = 'nobody' | 'list' | { row: (ids: Ids) => Place } | { shared: (ids: Ids) => Place }

const id = (name: keyof Ids) => (ids: Ids) => ({ params: { id: ids[name] } })
const row = (name: keyof Ids): Entry => ({ row: id(name) })
const shared = (name: keyof Ids): Entry => ({ shared: id(name) })

/** Every call of the contract. One that has no line here fails the test. */
export const MATRIX: Record<string, Entry> = {
  authConfig: 'nobody',
  login: 'nobody',
  getMe: 'nobody',
  myCountries: 'list',
  myBusinesses: 'list',
  mySubManagements: 'list',
  myDepartments: 'list',
  setContext: 'nobody',
  setActiveRole: 'nobody',
  setLocale: 'nobody',
  listNotifications: 'list',
  markNotifications: 'nobody',

  listCountries: 'nobody',
  listCountryManagers: 'nobody',
  createCountryManager: 'nobody',
  getCountryManager: shared('country'),
  updateCountryManager: shared('country'),
  listBusinesses: 'list',
  createBusiness: 'nobody',
  listDepartments: 'list',
  createDepartment: 'nobody',
  getDepartment: row('department'),
  listHeadings: 'nobody',
  listSubManagements: 'list',

  listUsers: 'nobody',
  listUserTypes: 'nobody',
  listMyRoles: 'nobody',

  listConfig: 'nobody',
  listConfigTypes: 'nobody',
  getConfig: shared('config'),
  setConfig: 'nobody',
  updateConfig: shared('config'),
  listFaqs: 'nobody',
  createFaq: 'nobody',
  updateFaq: shared('faq'),
  deleteFaq: shared('faq'),

  listPeriods: 'nobody',
  listPeriodStatuses: 'nobody',
  listMonthsAndYears: 'nobody',
  getPeriod: shared('period'),
  openPeriod: 'nobody',
  updatePeriod: shared('period'),
  closeChecklist: shared('period'),
  closePeriod: shared('period'),
  reopenPeriod: shared('period'),

  listAccounts: 'list',
  accountMetadata: 'list',
  getAccount: row('account'),
  createAccount: 'nobody',
  updateAccount: row('account'),
  assignAccounts: 'nobody',

  listBalances: 'list',
  getBalance: row('balance'),
  currentBalance: row('account'),
  uploadBalances: 'nobody',
  listBalanceLoads: 'list',
  getBalanceLoad: row('load'),
  listLoadRows: row('load'),
  mapBalances: row('load'),
  confirmBalances: row('load'),
  discardBalances: row('load'),
  balanceFile: row('load'),

  listAnalyses: 'list',
  listForAnalyst: 'list',
  listForJefatura: 'list',
  listForControl: 'list',
  listHistory: 'list',
  createAnalysis: 'nobody',
  metadataForAnalyst: 'list',
  metadataForJefatura: 'list',
  metadataForControl: 'list',
  getAnalysis: row('approved'),
  saveDraft: row('pending'),
  analysisWorkbook: row('pending'),
  uploadAnalysisFile: row('pending'),
  analysisFile: row('file'),
  analysisEvidence: row('file'),
  approveAtJefatura: row('submitted'),
  rejectAtJefatura: row('submitted'),
  approveAtControl: row('submitted'),
  rejectAtControl: row('submitted'),
  decideBulk: 'nobody',
  recallAnalysis: row('submitted'),
  reopenAnalysis: row('approved'),
  sendReminder: row('pending'),
  sendApprovalEmail: row('submitted'),
  verifyEvents: shared('period'),

  listGroupsForAnalyst: 'list',
  listGroupsForJefatura: 'list',
  listGroupsForControl: 'list',
  groupMetadataForAnalyst: 'list',
  groupMetadataForJefatura: 'list',
  groupMetadataForControl: 'list',
  getGroup: row('group'),
  groupHistory: row('group'),
  createGroup: 'nobody',
  addToGroup: row('group'),
  removeFromGroup: { row: ({ sentGroup, sentMember }) => ({ params: { id: sentGroup, analysisId: sentMember } }) },
  dissolveGroup: row('group'),
  groupWorkbook: row('group'),
  uploadGroupFile: row('group'),
  approveGroupAtJefatura: row('sentGroup'),
  rejectGroupAtJefatura: row('sentGroup'),
  approveGroupAtControl: row('sentGroup'),
  rejectGroupAtControl: row('sentGroup'),
  recallGroup: row('sentGroup'),
  reopenGroup: row('sentGroup'),
  sendGroupApprovalEmail: row('sentGroup'),

  dashboardAnalyst: 'list',
  dashboardControl: 'list',
  dashboardJefatura: 'list',
  dashboardManagement: 'list',
  dashboardByDepartment: 'list',
}
