import { spawnSync } from 'node:child_process'
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
