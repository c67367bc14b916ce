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
  signUp: 'nobody',
  sendEmailCode: 'nobody',
  verifyEmailCode: 'nobody',
  forgotPassword: 'nobody',
  changePassword: 'nobody',
  changeMyPassword: 'nobody',
  getSecondFactor: 'nobody',
  enableSecondFactor: 'nobody',
  listMySessions: 'nobody',
  endMySession: 'nobody',
  endMyOtherSessions: 'nobody',
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

  // Users, auditors and roles are the whole group's.
  listUsers: 'nobody',
  getUser: shared('user'),
  createUser: 'nobody',
  updateUser: shared('user'),
  userAccounts: shared('user'),
  uploadSignature: shared('user'),
  userSignature: shared('user'),
  unlockUser: shared('user'),
  resetUserSecondFactor: shared('user'),
  signOutUser: shared('user'),
  listUserTypes: 'nobody',
  listMyRoles: 'nobody',
  sendSupportEmail: 'nobody',
  listAuditors: 'nobody',
  getAuditor: shared('auditor'),
  createAuditor: 'nobody',
  updateAuditor: shared('auditor'),
  auditorAccesses: shared('auditor'),
  roleOptions: 'nobody',
  listRoles: 'nobody',
  createRole: 'nobody',
  updateRole: 'nobody',
  removeRole: 'nobody',
  setRoleKeys: shared('role'),
  typePermissions: shared('role'),
  setPermission: 'nobody',
  changeHistory: 'nobody',

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
  exportAnalyses: 'list',
  metadataForAnalyst: 'list',
  metadataForJefatura: 'list',
  metadataForControl: 'list',
  getAnalysis: row('approved'),
  analysisWorkbook: row('pending'),
  uploadAnalysisFile: row('pending'),
  analysisFile: row('file'),
  analysisEvidence: row('file'),
  approveAtJefatura: row('submitted'),
  rejectAtJefatura: row('submitted'),
  approveAtControl: row('submitted'),
  rejectAtControl: row('submitted'),
  verifyEvents: shared('period'),

  dashboardAnalyst: 'list',
  dashboardControl: 'list',
  dashboardJefatura: 'list',
  dashboardManagement: 'list',
  dashboardByDepartment: 'list',
}
