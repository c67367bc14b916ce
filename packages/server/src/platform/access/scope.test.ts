import { ROLE, type RoleId } from '@cuadre/api/roles'
import { describe, expect, test } from '@jest/globals'
import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import type { Caller } from '../http/context.ts'
import {
  accountScope,
  analysisScope,
  auditedScope,
  businessScope,
  departmentScope,
  periodScope,
  seesWholeBusinesses,
  subManagementScope,
  wholeCountryScope,
} from './scope.ts'

// Only for its compiler: nothing is asked of a database here. Rows by role and place are tested where they are listed.
const compiler = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('no database')) }),
})
/** The condition as SQL with its values filled in. */
const text = (condition: RawBuilder<unknown>) => {
  const { sql, parameters } = condition.compile(compiler)
  return sql.replace(/\$(\d+)/g, (_, n) => JSON.stringify(parameters[Number(n) - 1]))
}

const caller = (role: keyof typeof ROLE | RoleId, more: Partial<Caller> = {}): Caller => ({
  userId: 7,
  name: 'Ana',
  roleId: typeof role === 'number' ? role : ROLE[role],
  permissions: new Set(),
  countryId: null,
  businessId: null,
  locale: 'es',
  ...more,
})
const ROLES = Object.keys(ROLE) as (keyof typeof ROLE)[]

const given = (column: string) =>
  `${column} in (select b.id from business b join user_scope s on s.country_id = b.country_id and (s.business_id is null or s.business_id = b.id) where s.user_id = 7)`
const periods = (column: string) =>
  `(not exists (select from auditor_period p where p.user_id = 7) or ${column} in (select period_id from auditor_period where user_id = 7))`
const audited = `(exists (select from auditor x where x.user_id = 7 and (a.state_main = 4 or not x.only_approved)) and ${periods('a.period_id')})`
const analystsBusiness = 'in (select business_id from account where analyst_id = 7)'
const chiefsBusiness = 'in (select business_id from department where chief_id = 7)'
const inCountry = (column: string) => `${column} in (select id from business where country_id = 56)`

/** Without a country or business chosen; and the column by which a choice narrows it. */
type Scope = [scope: (caller: Caller) => RawBuilder<unknown>, by: Record<keyof typeof ROLE, string>, column: string]
const SCOPES: Record<string, Scope> = {
  businesses: [
    (caller) => businessScope(caller, sql`x.id`),
    {
      analista: `(x.id ${analystsBusiness} and true)`,
      jefatura: `(x.id ${chiefsBusiness} and true)`,
      control: `(${given('x.id')} and true)`,
      gerencia: `(${given('x.id')} and true)`,
      auditor: `(${given('x.id')} and true)`,
      administrador: '(true and true)',
    },
    'x.id',
  ],
  analyses: [
    analysisScope,
    {
      analista: '(a.analyst_id = 7 and true)',
      jefatura: '(a.department_id = any(coalesce(null::int[], array(select id from department where chief_id = 7))) and true)',
      control: `(${given('a.business_id')} and true)`,
      gerencia: `(${given('a.business_id')} and true)`,
      auditor: `((${given('a.business_id')} and ${audited}) and true)`,
      administrador: '(true and true)',
    },
    'a.business_id',
  ],
  'analyses that were asked about or drawn': [
    auditedScope,
    {
      analista: '(a.analyst_id = 7 and true)',
      jefatura: '(a.department_id = any(coalesce(null::int[], array(select id from department where chief_id = 7))) and true)',
      control: `(${given('a.business_id')} and true)`,
      gerencia: `(${given('a.business_id')} and true)`,
      auditor: `(${given('a.business_id')} and ${periods('a.period_id')} and true)`,
      administrador: '(true and true)',
    },
    'a.business_id',
  ],
  accounts: [
    accountScope,
    {
      analista: '(c.analyst_id = 7 and true)',
      jefatura: '(c.department_id = any(coalesce(null::int[], array(select id from department where chief_id = 7))) and true)',
      control: `(${given('c.business_id')} and true)`,
      gerencia: `(${given('c.business_id')} and true)`,
      auditor: `(${given('c.business_id')} and true)`,
      administrador: '(true and true)',
    },
    'c.business_id',
  ],
  departments: [
    departmentScope,
    {
      analista: `(d.id in (select department_id from account where analyst_id = 7) and (d.business_id ${analystsBusiness} and true))`,
      jefatura: `(d.chief_id = 7 and (d.business_id ${chiefsBusiness} and true))`,
      control: `(true and (${given('d.business_id')} and true))`,
      gerencia: `(true and (${given('d.business_id')} and true))`,
      auditor: `(true and (${given('d.business_id')} and true))`,
      administrador: '(true and (true and true))',
    },
    'd.business_id',
  ],
  'sub-managements': [
    subManagementScope,
    {
      analista: `s.id in (select d.sub_management_id from department d where (d.id in (select department_id from account where analyst_id = 7) and (d.business_id ${analystsBusiness} and true)))`,
      jefatura: `s.id in (select d.sub_management_id from department d where (d.chief_id = 7 and (d.business_id ${chiefsBusiness} and true)))`,
      control: `(${given('s.business_id')} and true)`,
      gerencia: `(${given('s.business_id')} and true)`,
      auditor: `(${given('s.business_id')} and true)`,
      administrador: '(true and true)',
    },
    's.business_id',
  ],
  'periods as a whole': [
    (caller) => periodScope(caller, sql`p.id`),
    { analista: 'true', jefatura: 'true', control: 'true', gerencia: 'true', auditor: periods('p.id'), administrador: 'true' },
    'p.id',
  ],
}

describe.each(Object.entries(SCOPES))('the scope of %s', (_, [scope, by]) => {
  test.each(ROLES)('of %s', (role) => expect(text(scope(caller(role)))).toBe(by[role]))
})

describe('what is chosen above narrows the scope of every role', () => {
  const { 'periods as a whole': _, ...narrowed } = SCOPES
  test.each(Object.entries(narrowed))('%s', (name, [scope, by, own]) => {
    for (const role of ROLES) {
      // An analyst and a head of area have the sub-managements of their departments.
      const column = name === 'sub-managements' && (role === 'analista' || role === 'jefatura') ? 'd.business_id' : own
      const ending = (condition: string) => by[role].replace(/true(\)*)$/, `${condition}$1`)
      expect([role, text(scope(caller(role, { countryId: 56 })))]).toEqual([role, ending(inCountry(column))])
      expect([role, text(scope(caller(role, { businessId: 3 })))]).toEqual([role, ending(`${column} = 3`)])
      // A business is one of a country.
      expect([role, text(scope(caller(role, { countryId: 56, businessId: 3 })))]).toEqual([role, ending(`${column} = 3`)])
    }
  })
  test('whole periods are of no country', () =>
    expect(text(periodScope(caller('auditor', { countryId: 56, businessId: 3 }), sql`p.id`))).toBe(periods('p.id')))
})

test('the businesses that somebody was given when they called are a list', () => {
  const { auditor, control } = Object.fromEntries(ROLES.map((role) => [role, text(analysisScope(caller(role, { businesses: [3, 4] })))]))
  expect(control).toBe('(a.business_id = any([3,4]::int[]) and true)')
  expect(auditor).toBe(`((a.business_id = any([3,4]::int[]) and ${audited}) and true)`)
  for (const role of ['control', 'gerencia', 'auditor'] as const)
    expect(text(accountScope(caller(role, { businesses: [3, 4] })))).toBe('(c.business_id = any([3,4]::int[]) and true)')
})

test('the departments that a head had when they called are a list', () => {
  const head = caller('jefatura', { departments: [5, 6] })
  const own = (column: string) => `(${column} = any(coalesce([5,6]::int[], array(select id from department where chief_id = 7))) and true)`
  expect([text(analysisScope(head)), text(accountScope(head))]).toEqual([own('a.department_id'), own('c.department_id')])
})

test('accounts are of whole businesses for all but an analyst and a head of area', () => {
  expect(ROLES.filter((role) => seesWholeBusinesses(caller(role)))).toEqual(['control', 'gerencia', 'auditor', 'administrador'])
})

describe('the countries that somebody has as a whole', () => {
  const whole = (role: keyof typeof ROLE, more: Partial<Caller> = {}) => text(wholeCountryScope(caller(role, more), sql`x.id`))
  const granted = '(exists (select from user_scope s where s.user_id = 7 and s.country_id = x.id and s.business_id is null) and'
  test.each([
    ['administrador', 'true', 'x.id = 56'],
    ['analista', 'false', 'false'],
    ['jefatura', 'false', 'false'],
    ['control', `${granted} true)`, `${granted} x.id = 56)`],
    ['gerencia', `${granted} true)`, `${granted} x.id = 56)`],
    ['auditor', `${granted} true)`, `${granted} x.id = 56)`],
  ] as const)('%s', (role, all, chosen) => {
    expect(whole(role)).toBe(all)
    expect(whole(role, { countryId: 56 })).toBe(chosen)
    // Where a business is chosen there is no whole country.
    expect(whole(role, { countryId: 56, businessId: 3 })).toBe('false')
  })
})
