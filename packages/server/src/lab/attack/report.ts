/** Counts what held and what did not; only what did not is told line by line. */
export function createReport(say: (text: string) => void) {
  let passed = 0
  const failed: string[] = []
  let section = ''
  let before = 0
  return {
    begin(name: string) {
      section = name
      before = passed
    },
    end(since: number) {
      say(`${section}: ${passed - before} held (${Math.round((performance.now() - since) / 1000)} s)`)
    },
    /** @param held whether it is as it must be; `what` is told where it is not */
    check(held: boolean, what: string) {
      if (held) passed++
      else {
        failed.push(`${section}: ${what}`)
        say(`  ✗ ${what}`)
      }
    },
    close() {
      say(`\n${passed} passed, ${failed.length} failed`)
      return failed.length
    },
  }
}
export type Report = ReturnType<typeof createReport>
