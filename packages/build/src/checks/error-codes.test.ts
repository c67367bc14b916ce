import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = new URL('../../../../', import.meta.url).pathname
/** Of the browser itself: the server was not reached, or what answered was none of ours. */
const OWN = ['offline', 'unexpected']

test('a code by which the browser tells errors apart is one that the server has a sentence for', async () => {
  const { isMessage } = await import(join(root, 'packages/server/src/platform/messages/index.ts'))
  const asked = ['host/src', 'packages/shell/src', 'remotes/*/src'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:error|failure)\.code [!=]== '(\w+)'/g)].map(([, code]) => ({
          file,
          code,
        })),
      ),
  )
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.filter(({ code }) => !OWN.includes(code!) && !isMessage(code))).toEqual([])
})
