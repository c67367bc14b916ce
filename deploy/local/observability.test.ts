import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { root } from './build.ts'

const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: join(root, 'deploy/observability'), encoding: 'utf8' })
const hasPromtool = promtool('--version').status === 0
if (!hasPromtool) console.warn('promtool no está instalado: las alertas no se prueban (Debian: prometheus).')

const withPromtool = hasPromtool ? test : test.skip
withPromtool('the alerts fire when they should, and not when they should not', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    const { status, stdout, stderr } = promtool(...args)
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
  }
})

const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
test('each alert has what to do under its name, and nothing is told there of one that is not', () => {
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort()
  expect(names(read('observability/README.md'), /^### (\w+)$/gm)).toEqual(names(read('observability/alerts.yaml'), /alert: (\w+)/g))
})
test('memory is told of before the chart’s limit ends the process', () => {
  const told = Number(/process_resident_memory_bytes\{.*\} > (\S+)/.exec(read('observability/alerts.yaml'))![1])
  const limit = Number(/limits: \{ memory: (\d+)Gi \}/.exec(read('helm/values/server.yaml'))![1]) * 2 ** 30
  expect(told).toBeLessThan(limit)
})
