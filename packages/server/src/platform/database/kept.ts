import type { Db } from './index.ts'

type Answers = Map<string, readonly unknown[]>
const answersOf = new WeakMap<Db, Answers>()
/** Rows that are kept: some tens of megabytes. */
const MOST = 200_000

/** Rows that cannot change, kept in this process under a key that says all they depend on. The oldest go first. */
export function keptRows<R>(db: Db) {
  const answers = answersOf.get(db) ?? new Map()
  answersOf.set(db, answers)
  return {
    get: (key: string) => answers.get(key) as readonly R[] | undefined,
    keep(key: string, of: readonly R[]) {
      answers.set(key, of)
      let held = 0
      for (const each of answers.values()) held += each.length + 1
      for (const [oldest, each] of answers) {
        if (held <= MOST || oldest === key) break
        answers.delete(oldest)
        held -= each.length + 1
      }
    },
  }
}
