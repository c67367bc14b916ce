import { setTimeout as wait } from 'node:timers/promises'
import { createLocation, type Location, open } from './place.ts'
import { start } from './process.ts'
import { databaseMeter } from './processor.ts'
import { makeSize } from './size.ts'
import { type Line, times } from './table.ts'
import { percentile } from './timing.ts'
import { type Action, type Kind, random, type Work, workIn } from './work.calls.ts'

type Options = { base: string | undefined; people: number; analyses: number; say: (text: string) => void }

/** A person who works calls the server so often, on average. */
const PAUSE_MS = 10_000
const SECONDS = { atRest: 20, before: 10, measured: 60, decided: 5 }
const AT_ONCE = 24
/** Of each server process, before people come: what is not compiled yet costs several times as much, and a process has soon had so many calls. */
const WARM_UP_CALLS = 2000
/** Milliseconds, and of what several processes cost against one. */
const BUDGET = { p95: 400, more: 1.2 }
/** For whom the cost is reckoned, and how busy a machine may be. */
const CORPORATION = { people: 10_000, busy: 0.6 }

type Result = {
  processes: number
  calls: { kind: Kind; ms: number }[]
  failed: string[]
  seconds: number
  server: number
  database: number | null
  /** Processor time of a server process that nobody asks anything of, milliseconds a second. */
  atRest: number
  /** Decisions a second on one month when as many as possible are made at once. */
  decisions: number
}

/**
 * The work of many people on a month that is open: four fifths of their calls read, three in twenty write, one in twenty sends or takes a file. Each does one
 * thing at a time, after a pause; so no more calls go on than there are people. Asked of one server process, and of three on the same database.
 */
export async function benchWork({ base, people, analyses, say }: Options): Promise<Line[]> {
  const lines: Line[] = []
  const results: Result[] = []
  // The embedded database is one process's alone.
  for (const processes of base ? [1, 3] : [1]) {
    const location = await createLocation(base)
    try {
      const opened = await open(location)
      say(`Work: ${people} people on ${analyses.toLocaleString('en')} analyses, server processes: ${processes}`)
      await makeSize(opened.db, analyses, Math.max(1, Math.floor(analyses / 24 / people)))
      const todo = await workIn(opened.db)
      await opened.close()
      const result = await workOn(location, processes, people, todo)
      results.push(result)
      const line = lineOf(`${people} people at work, server processes: ${processes}`, result)
      lines.push(line)
      say(`  ${line.within ? '    ' : 'OVER'} ${line.ours}, ${line.bare}, ${line.budget}`)
      for (const kind of ['reading', 'writing', 'files'] as const)
        say(`       ${kind}: ${shown(result.calls.filter((each) => each.kind === kind))}`)
      for (const failed of [...new Set(result.failed)].slice(0, 5)) say(`       ${failed}`)
    } finally {
      await location.remove()
    }
  }
  const [one, three] = results
  if (one && three) lines.push(...growth(one, three))
  lines.push(...reckoned(three ?? one!))
  return lines
}

type Calls = Result['calls']
const at = (calls: Calls, part: number) =>
  percentile(
    calls.map((each) => each.ms),
    part,
  )
const shown = (calls: Calls) => `${calls.length} calls, ${at(calls, 0.5).toFixed(0)} / ${at(calls, 0.95).toFixed(0)} ms`
const lineOf = (what: string, { calls, failed, seconds }: Result): Line => {
  const p95 = at(calls, 0.95)
  return {
    what,
    ours: `${at(calls, 0.5).toFixed(0)} / ${p95.toFixed(0)} ms`,
    bare: `${(calls.length / seconds).toFixed(0)} calls a second`,
    ratio: `${failed.length} failed`,
    budget: `p95 ≤ ${BUDGET.p95} ms, none`,
    within: p95 <= BUDGET.p95 && failed.length === 0,
  }
}
/** Processor time for a call, in milliseconds: of the servers beside what they use at rest, and of the database where it can be read. */
const costOf = ({ calls, server, database, atRest, processes, seconds }: Result) => ({
  server: (server - atRest * processes * seconds) / calls.length,
  database: database && database / calls.length,
})
const ms = (value: number | null) => (value === null ? 'not told apart' : `${value.toFixed(1)} ms`)
function growth(one: Result, three: Result): Line[] {
  const [alone, beside] = [costOf(one), costOf(three)]
  const atRest = {
    what: 'a server process at rest',
    ours: `${three.atRest.toFixed(0)} ms a second`,
    bare: '',
    ratio: '',
    budget: '',
    within: null,
  }
  const perCall = (['server', 'database'] as const).flatMap((part) => {
    const [a, b] = [alone[part], beside[part]]
    if (a === null || b === null) return []
    const what = `processor for a call, ${part}, three processes against one`
    return { what, ours: ms(b), bare: ms(a), ratio: times(b / a), budget: `≤ ${BUDGET.more} ×`, within: b / a <= BUDGET.more }
  })
  return [...perCall, atRest]
}
/** What a large corporation needs when all its people work at once, each as here. */
function reckoned(result: Result): Line[] {
  const { server, database } = costOf(result)
  const perSecond = (CORPORATION.people * 1000) / PAUSE_MS
  const cores = (cost: number | null) =>
    cost === null ? 'not told apart' : `${Math.ceil((perSecond * cost) / 1000 / CORPORATION.busy)} cores`
  return [
    {
      what: `decisions on one month, ${AT_ONCE} at once: those of a month are written one after the other`,
      ours: `${result.decisions.toFixed(0)} a second`,
      bare: '',
      ratio: '',
      budget: '',
      within: null,
    },
    {
      what: `reckoned: ${CORPORATION.people.toLocaleString('en')} people at once, cores ${CORPORATION.busy * 100} % busy: servers; database`,
      ours: cores(server),
      bare: cores(database),
      ratio: `${perSecond} calls a second`,
      budget: '',
      within: null,
    },
  ]
}

async function workOn(location: Location, processes: number, people: number, { actions, decide }: Work): Promise<Result> {
  const servers = await Promise.all(Array.from({ length: processes }, () => start(location, 'administrador')))
  const result: Result = { processes, calls: [], failed: [], seconds: SECONDS.measured, server: 0, database: null, atRest: 0, decisions: 0 }
  let [ends, measures] = [false, false]
  let turn = 0
  /** @returns whether there was something to do, and it was done */
  const call = async ({ kind, next }: Action, server = servers[turn++ % processes]!): Promise<boolean> => {
    const request = next()
    if (!request) return false
    const { as, method = 'GET', path, body } = request
    const given = body?.()
    const since = performance.now()
    const said = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${as}`, ...(typeof given === 'string' && { 'content-type': 'application/json' }) },
      ...(given !== undefined && { body: given }),
    }).then(
      async (response) => {
        const text = await response.text()
        return response.ok ? undefined : `${response.status} ${text.slice(0, 200)}`
      },
      (error: Error) => error.message,
    )
    if (!measures) return said === undefined
    result.calls.push({ kind, ms: performance.now() - since })
    if (said) result.failed.push(`${method} ${path.replace(/\d+/g, 'n')} (${as.replace(/\d+/g, '')}): ${said}`)
    return said === undefined
  }
  const choices = actions.flatMap((action) => Array.from({ length: action.share }, () => action))
  const work = async () => {
    while (!ends) {
      await wait(-Math.log(1 - random()) * PAUSE_MS)
      if (!ends) await call(choices[Math.floor(random() * choices.length)]!)
    }
  }
  const used = async () => (await Promise.all(servers.map((server) => server.processor()))).reduce((sum, each) => sum + each, 0)
  const warmUp = async (server: (typeof servers)[number]) => {
    const readings = choices.filter(({ kind }) => kind === 'reading')
    for (let done = 0; done < WARM_UP_CALLS; done++) await call(readings[done % readings.length]!, server)
  }
  try {
    await Promise.all(servers.map(warmUp))
    const atRest = await used()
    await wait(SECONDS.atRest * 1000)
    result.atRest = ((await used()) - atRest) / processes / SECONDS.atRest
    const all = Array.from({ length: people }, work)
    await wait(SECONDS.before * 1000)
    const before = await used()
    const meter = databaseMeter(location)
    measures = true
    await wait(SECONDS.measured * 1000)
    measures = false
    result.server = (await used()) - before
    result.database = meter.read()
    meter.stop()
    ends = true
    // Whoever pauses is not waited for.
    await Promise.race([Promise.all(all), wait(2_000)])
    let decided = 0
    const until = performance.now() + SECONDS.decided * 1000
    const decideOn = async () => {
      while (performance.now() < until && (await call(decide))) decided++
    }
    await Promise.all(Array.from({ length: AT_ONCE }, decideOn))
    result.decisions = decided / SECONDS.decided
    return result
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
