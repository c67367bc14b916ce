import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { areas, root } from './build.ts'
import { generated } from './generate.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfiles = ['deploy/Dockerfile.server', 'deploy/Dockerfile.site']

test.each(dockerfiles)('%s uses the versions that the workspace pins', (file) => {
  const [, node] = /^nodeVersion: (\S+)$/m.exec(read('pnpm-workspace.yaml'))!
  const [, pnpm] = /pnpmVersion = '(.+)'/.exec(read('deploy/local/run.mjs'))!
  const used = [...read(file).matchAll(/(?:FROM node:|pnpm@)([\d.]+\d)/g)].map(([, version]) => version)
  expect(new Set(used)).toEqual(new Set([node, pnpm]))
})

test('compose, the chart and the paths of pages say what `npm run generate` would write', async () => {
  const { 'packages/api/src/pagePaths.ts': paths, ...files } = await generated()
  for (const [file, text] of Object.entries(files)) expect({ file, text: read(file) }).toEqual({ file, text })
  // A new page need not stand there until something outside its area links to it; what stands there is a page.
  const announced = paths!.split('\n')
  expect(
    read('packages/api/src/pagePaths.ts')
      .split('\n')
      .filter((line) => !announced.includes(line)),
  ).toEqual([])
})

test('compose runs every area, on the origin that areas.compose.json tells', () => {
  const compose = read('docker-compose.yml')
  const ports = areas.map(
    (area) => new RegExp(`\\n {2}${area}:\\n(?: {4}.*\\n)*? {4}ports: \\[.127.0.0.1:(\\d+):8080.\\]`).exec(compose)?.[1],
  )
  expect(JSON.parse(read('deploy/areas.compose.json'))).toEqual(
    areas.map((id, i) => ({ id, url: `http://${id}.cuadre.localhost:${ports[i]}` })),
  )
})

test('.env.example names everything that compose asks for, and leaves the secrets empty, so that nothing starts with one of ours', () => {
  const asked = new Set([...read('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  const given = new Map([...read('.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  expect(new Set(given.keys())).toEqual(asked)
  for (const secret of [...asked].filter((name) => /PASSWORD|SECRET|TOKEN/.test(name!)))
    expect(read('docker-compose.yml')).toContain(`\${${secret}:?`)
  for (const [name, value] of given) if (/PASSWORD|SECRET|TOKEN/.test(name!)) expect(value).toBe('')
})

test.each(['NODE_ENV', 'CUADRE_MODE'])('with %s=production `npm start`, whose passwords everybody knows, does not start', (name) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/local/start.ts'], {
    cwd: root,
    encoding: 'utf8',
    // Where it started all the same, the port would end it.
    env: { ...process.env, NODE_ENV: '', [name]: 'production', PORT: '0' },
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain('deploy/README.md')
})

test('every setting of the server is in the table of deploy/README.md', () => {
  const names = [...read('packages/server/src/settings.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?!true)/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(30)
  const table = read('deploy/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n')
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})

test('what an environment says is given to the chart after the part’s own file, so that it holds', () => {
  for (const file of ['deploy/README.md', ...['server', 'host', 'area'].map((part) => `deploy/helm/values/${part}.yaml`)]) {
    const commands = [...read(file).matchAll(/helm upgrade --install .*/g)].map(([command]) => command)
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) expect(command).toMatch(/-f deploy\/helm\/values\/\w+\.yaml -f (production|<environment>)\.yaml/)
  }
})

test('the secret that the documentation makes has the first administrator, without whom nobody comes in', () => {
  expect(read('deploy/README.md')).toMatch(/kubectl create secret (?:.*\\\n)*.*--from-literal=FIRST_ADMIN='[^',]+,[^',]+@[^',]+,[^',]+'/)
})

test('what the deployment documents as a setting of webhooks and of the watched folder has its place in compose and in the chart', () => {
  for (const name of ['INBOX_DIR', 'WEBHOOK_NETWORKS']) {
    const places = ['docker-compose.yml', 'deploy/README.md'].map((file) => read(file).includes(name))
    const chart = ['deploy/helm/cuadre/templates/deployment.yaml', 'deploy/helm/values/server.yaml'].some((file) =>
      read(file).includes(name),
    )
    expect([name, ...places, chart]).toEqual([name, true, true, true])
  }
  // A new volume of compose takes the owner of the image's folder, which the process writes to.
  expect(read('deploy/Dockerfile.server')).toMatch(/mkdir \/data \/inbox && chown node:node \/data \/inbox/)
  expect(read('docker-compose.yml')).toContain('- inbox:/inbox')
})

const hasHelm = spawnSync('helm', ['version']).status === 0
if (!hasHelm) console.warn('helm no está instalado: las plantillas de deploy/helm no se prueban.')
const withHelm = hasHelm ? describe : describe.skip

withHelm('the chart', () => {
  const chart = join(root, 'deploy/helm/cuadre')
  const args = (part: string, more: string[] = []) => [
    ...[['server', 'host'].includes(part) ? part : 'area', 'example'].flatMap((file) => [
      '--values',
      join(root, `deploy/helm/values/${file}.yaml`),
    ]),
    ...['--namespace', 'contabilidad', '--set', 'image.tag=1.4'],
    ...(areas.includes(part) ? ['--set', `image.name=${part},subdomain=${part}`] : []),
    ...more,
  ]
  const render = (part: string, more: string[] = []) =>
    execFileSync('helm', ['template', `cuadre-${part}`, chart, ...args(part, more)], { encoding: 'utf8', stdio: 'pipe' })
  const kinds = (text: string) => [...text.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort()
  const always = ['Deployment', 'HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service']

  test.each(['server', 'host', ...areas])('%s is a release of its own: scaled, probed, limited, without rights', (part) => {
    expect(execFileSync('helm', ['lint', '--strict', chart, ...args(part)], { encoding: 'utf8' })).toContain('0 chart(s) failed')
    const text = render(part)
    const own = { server: ['PersistentVolumeClaim'], host: ['ConfigMap', 'Ingress'] }[part] ?? ['Ingress']
    expect(kinds(text)).toEqual([...always, ...own].sort())
    for (const name of text.matchAll(/^ {2}name: (.+)$/gm)) expect(name[1]).toBe(`cuadre-${part}`)
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      expect(text).toMatch(new RegExp(`${probe}:\\n +httpGet: \\{ path: /(healthz|readyz), port: http \\}`))
    expect(text).toMatch(/limits:\n +memory: /)
    expect(text).toContain('minReplicas: 2')
    for (const rule of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'automountServiceAccountToken: false'])
      expect(text).toContain(rule)
    // Whatever else an area's release changes, it changes nothing of another part.
    for (const other of ['server', 'host', ...areas].filter((name) => name !== part && part !== 'host'))
      expect(text).not.toContain(`cuadre/${other}:`)
  })

  test('the server is scaled by what waits, too, where that is wished', () => {
    expect(render('server')).not.toMatch(/cuadre_/)
    const text = render('server', ['--set', 'replicas.waiting=2,replicas.mails=500'])
    expect(text).toMatch(
      /type: Pods\n +pods:\n +metric:\n +name: cuadre_database_connections\n +selector: \{ matchLabels: \{ state: waiting \} \}\n +target: \{ type: AverageValue, averageValue: "2" \}/,
    )
    expect(text).toMatch(/metric: \{ name: cuadre_outbox_waiting \}\n +target: \{ type: AverageValue, averageValue: "500" \}/)
  })

  test('the host is told where the areas and the server are, without being built for it', () => {
    const text = render('host')
    const [, quoted] = /areas\.json: (".*")/.exec(text)!
    expect(JSON.parse(JSON.parse(quoted!))).toEqual(areas.map((id) => ({ id, url: `https://${id}.cuadre.corporacion.example` })))
    expect(text).toContain('{ name: API_URL, value: "http://cuadre-server.contabilidad.svc.cluster.local:4000" }')
    expect(text).toContain('host: cuadre.corporacion.example\n')
  })

  test('the host restarts when its areas change, and only then', () => {
    const mark = (more: string[] = []) => /areas: ([0-9a-f]{64})/.exec(render('host', more))![1]
    expect(mark(['--set', 'image.tag=1.5'])).toBe(mark())
    expect(mark(['--set', 'areas[0].id=admin,areas[0].url=https://otra.example'])).not.toBe(mark())
  })

  test('an area lets the host’s pages in, at its own address, and serves the release it is told', () => {
    const text = render('helpdesk', ['--set', 'env.RELEASE=1.3'])
    expect(text).toContain('{ name: HOST_ORIGIN, value: "https://cuadre.corporacion.example" }')
    expect(text).toContain('{ name: RELEASE, value: "1.3" }')
    expect(text).toContain('host: helpdesk.cuadre.corporacion.example\n')
  })

  test('the server is reached through the host only, and its secrets come from a Secret', () => {
    const text = render('server')
    expect(text).toContain('- secretRef: { name: cuadre-server }')
    expect(text).not.toMatch(/DATABASE_URL|SMTP_URL|METRICS_TOKEN/)
    expect(text).toContain('path: /readyz')
  })

  test('the folder that programs leave files in is the volume that is named, or there is none', () => {
    expect(render('server')).not.toMatch(/INBOX_DIR|inbox/)
    const text = render('server', ['--set', 'inbox.claim=entregas'])
    expect(text).toContain('{ name: INBOX_DIR, value: /inbox }')
    expect(text).toContain('{ name: inbox, mountPath: /inbox }')
    expect(text).toContain('persistentVolumeClaim: { claimName: entregas }')
  })

  test.each(['image.tag=', 'image.tag=latest', 'domain=', 'replicas.min=0'])('%s is refused', (wrong) => {
    expect(() => render('host', ['--set', wrong])).toThrow(/values don't meet the specifications/)
  })
})
