// `npm run fuzz [-- --examples 10]`: every call of the OpenAPI document with generated input, by schemathesis (fetched into .tools where Python and
// pip are there): no 5xx, every status, content type and answer as documented. Ends with 0 and says so where it cannot be had.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { root } from './build.ts'

const VERSION = '4.32.5'
// A port below those that a machine gives to whoever asks for any, as what runs beside does.
const { values } = parseArgs({ options: { examples: { type: 'string', default: '10' }, port: { type: 'string', default: '4690' } } })
const place = join(root, '.tools', 'schemathesis')
const program = join(place, 'bin', 'schemathesis')

if (!existsSync(program)) {
  const steps: [string, string[]][] = [
    ['python3', ['-m', 'venv', place]],
    [join(place, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`]],
  ]
  for (const [command, args] of steps)
    if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) {
      console.log(`Sin schemathesis (${command} falló): las llamadas no se prueban con datos generados.`)
      process.exit(0)
    }
}

const server = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', join(root, 'packages/server/src/lab/fuzz/server.ts'), values.port],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const [token] = await once(createInterface({ input: server.stdout }), 'line')
const origin = `http://127.0.0.1:${values.port}`
/** A process for what reads and one for what writes, each in one thread: Python's compiler is not safe in several (`AST constructor recursion depth mismatch`). */
async function fuzz(which: string[]) {
  const child = spawn(
    program,
    [
      'run',
      `${origin}/docs/json`,
      ...['--url', `${origin}/api`],
      ...['-H', `Authorization: Bearer ${token}`],
      ...['--checks', 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'],
      ...['--phases', 'examples,coverage,fuzzing', '--max-examples', values.examples],
      ...['--continue-on-failure', '--workers', '1', '--seed', '20261121', '--warnings', 'off', ...which],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  console.log(said)
  return code === 0
}
const passed = await Promise.all([fuzz(['--include-method', 'GET']), fuzz(['--exclude-method', 'GET'])])
server.kill()
process.exit(passed.every(Boolean) ? 0 : 1)
