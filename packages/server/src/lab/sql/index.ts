import { checkSql } from './check.ts'
import { ELSEWHERE, UNCHECKED } from './known.ts'

const root = new URL('../../../../../', import.meta.url).pathname
/** What only tests and commands of the lab send fails there. */
const NOT_CHECKED = /\.(test|testing|fixture|process|keycloak)\.ts$|\/(fixtures|lab)\//

/** Checks every statement of the server and says what is wrong, as file:line:column. @returns whether nothing is */
export async function check(): Promise<boolean> {
  const { findings, statements, templates, unreached } = await checkSql({
    root,
    project: 'packages/server',
    only: (file) => file.startsWith('packages/server/src/') && !NOT_CHECKED.test(file),
  })
  const wrong = findings.filter(({ message }) => !(message in ELSEWHERE))
  for (const { file, line, column, message } of wrong) console.log(`${file}:${line}:${column} ${message}`)
  const byFile = Map.groupBy(unreached, ({ file }) => file)
  const more = [...byFile].filter(([file, here]) => here.length > (UNCHECKED[file]?.templates ?? 0))
  for (const [, here] of more)
    for (const { file, line, column } of here) console.log(`${file}:${line}:${column} no statement could be put together with this`)
  console.log(`${statements} statements of ${templates} sql templates; ${unreached.length} templates in no statement that could be checked`)
  return wrong.length === 0 && more.length === 0
}
