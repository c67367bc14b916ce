import { FAQ_CATEGORIES } from '@cuadre/api/faq'
import { TICKET_STATE } from '@cuadre/api/ticket'
import { expect, test } from '@jest/globals'
import { questions } from './questions.ts'
import { tickets } from './tickets.ts'
import { tree } from './tree.ts'

const states = (ticket: (typeof tickets)[number]) => (ticket.steps ?? []).flatMap(({ state }) => state ?? [])

test('forty tickets in every state: one merged, one reopened, one of another type than it was written with', () => {
  expect(tickets).toHaveLength(40)
  const last = tickets.filter(({ into }) => !into).map((ticket) => states(ticket).at(-1) ?? TICKET_STATE.abierto)
  expect([...new Set(last)].sort()).toEqual(Object.values(TICKET_STATE).sort())
  expect(tickets.filter(({ into }) => into)).toHaveLength(1)
  const { resuelto, enProceso } = TICKET_STATE
  expect(
    tickets.filter(
      (ticket) =>
        states(ticket).lastIndexOf(enProceso) > Math.max(0, states(ticket).indexOf(resuelto)) && states(ticket).includes(resuelto),
    ),
  ).toHaveLength(1)
  expect(tickets.filter(({ type, steps = [] }) => steps.some((step) => step.type !== undefined && step.type !== type))).toHaveLength(1)
})

test('twenty questions with the six that come with the installation; real documents of each kind', () => {
  expect(questions.length + 6).toBeGreaterThanOrEqual(20)
  for (const { categoria } of questions) expect(FAQ_CATEGORIES).toContain(categoria)
  type Branch = (typeof tree)[number]
  const files = (branches: readonly Branch[]): NonNullable<Branch['files']> =>
    branches.flatMap(({ files: own = [], folders = [] }) => [...own, ...files(folders)])
  const all = files(tree)
  for (const kind of ['pages', 'rows', 'text', 'link', 'older'] as const) expect(all.some((file) => file[kind])).toBe(true)
})
