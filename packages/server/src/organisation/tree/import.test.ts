import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_IMPORTED_UNITS, type OrganisationImport, type OrganisationNode } from '@cuadre/api/organisation'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import XLSX from 'xlsx'
import { organisation, type Person, type TestServer, testServer } from '../../lab/testing/server.ts'
import { rows } from '../../platform/database/index.ts'

let server: TestServer
let who: Awaited<ReturnType<typeof organisation>>
beforeAll(async () => {
  server = await testServer()
  who = await organisation(server)
}, 60_000)
afterAll(() => server.close())

type Asked = { content: Uint8Array | string; name?: string; as?: Person; language?: string } & Record<string, unknown>
const load = ({ content, name = 'organizacion.csv', as = who.administrador, language = 'es', ...body }: Asked) =>
  server.call({ method: 'POST', url: '/organisation/import', body, file: { name, content }, as, language })
const look = async (asked: Asked): Promise<OrganisationImport> => (await load({ ...asked, simular: 'true' })).body
const csv = (...lines: string[]) => lines.join('\r\n')
const HEAD = 'País;Código ISO;Moneda;Negocio;Código;Subgerencia;Encargado;Departamento;Jefe'

/** The whole organisation as lines of text, from the top down. */
async function tree(): Promise<string[]> {
  const nodes: OrganisationNode[] = (await server.call({ url: '/organisation', as: who.administrador })).body
  const pathOf = ({ PADRE, NOMBRE }: OrganisationNode): string => {
    const above = nodes.find(({ NIVEL, ID }) => `${NIVEL}/${ID}` === PADRE)
    return `${above ? `${pathOf(above)} › ` : ''}${NOMBRE}`
  }
  return nodes.map((node) => [pathOf(node), node.CODIGO, node.RESPONSABLE?.NOMBRE].filter(Boolean).join(' | ')).sort()
}
const said = ({ data }: OrganisationImport) => data.map(({ FILA, CLASE, MOTIVO }) => [FILA, CLASE, MOTIVO])

test('a failed formula is no name, and a code that a spreadsheet has made a date or a number no code', async () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['País', 'Negocio', 'Código', 'Departamento'],
    ['Brasil', 'SAFRA', '', ''],
    ['Brasil', 'NOVO', '1,5E+10', ''],
  ])
  sheet.D2 = { t: 'e', v: 0x2a, w: '#N/A' }
  sheet['!ref'] = 'A1:D3'
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Hoja1')
  const content = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  expect(said(await look({ content, name: 'o.xlsx' }))).toEqual([
    [2, 'rechazada', 'Una celda muestra #N/A: corrija su fórmula.'],
    [3, 'rechazada', 'El código 1,5E+10 parece cambiado por la hoja de cálculo (una fecha o un número abreviado). Escríbalo como texto.'],
  ])
})

test('of two sheets with the columns none is left out in silence', async () => {
  const book = XLSX.utils.book_new()
  for (const name of ['Norte', 'Sur'])
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet([
        ['País', 'Negocio', 'Departamento'],
        ['Brasil', 'SAFRA', name],
      ]),
      name,
    )
  const written = () => XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  expect(await load({ content: written(), name: 'o.xlsx', simular: 'true' })).toMatchObject({
    status: 422,
    body: { code: 'file_two_sheets', message: expect.stringContaining('«Norte» y «Sur»') },
  })
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
  expect((await look({ content: written(), name: 'o.xlsx' })).data.map(({ RUTA }) => RUTA)).toEqual(['Brasil › SAFRA › Sur'])
})

test('a code without its zeros is no other business', async () => {
  const file = csv(
    'País;Negocio;Código',
    'Brasil;SAFRA;51028',
    'Brasil;NOVO;51028',
    'Brasil;NOVO;br7',
    'Brasil;OUTRO;BR7',
    'Brasil;SAFRA;00051028',
  )
  const zeros =
    'No existe el negocio 51028, pero sí 00051028, que solo se distingue por los ceros de delante o las mayúsculas. Corrija el archivo.'
  const capitals =
    'No existe el negocio BR7, pero sí br7, que solo se distingue por los ceros de delante o las mayúsculas. Corrija el archivo.'
  expect(said(await look({ content: file }))).toEqual([
    [2, 'rechazada', zeros],
    [3, 'rechazada', zeros],
    [4, 'nueva', null],
    [5, 'rechazada', capitals],
    [6, 'igual', null],
  ])
})

describe('a row names a place from its country down', () => {
  const FILE = csv(
    'Organización 2027;;;;;;;;',
    HEAD,
    'Portugal;PT;EUR;BANIF;0077;Operaciones;gerencia;Pagos;Marcela Duarte',
    'Brasil;;;SAFRA;;Finanzas;;Tesorería;jefatura@corporacion.example',
    'BR;;;votorantim;;;;Contabilidad Financiera;',
    'Brasil;;;VOTORANTIM;;;;Impuestos;',
    'Chile;;;Ripley;;;;;',
    ';;;Suelto;;;;;',
    'Brasil;;;SAFRA;;;;Cobranzas;analista',
    'Brasil;;;SAFRA;;;;Cobros;Nadie Nunca',
    'Brasil;;;SAFRA;;;;X;',
    'Brasil;;;SAFRA;;;;Tesorería;jefatura2',
    'Brasil;;;VOTORANTIM;00051028;;;;',
    'Brasil;;REALES;OTRO;;;;;',
    'Brasil;;;SAFRA;;;;;jefatura',
    'Brasil;;;SAFRA;;;;;',
    'Brasil;;;;;;control;;',
  )

  test('first what each row would do is shown, then exactly that is made, and a second time nothing', async () => {
    const before = await tree()
    const seen = await look({ content: FILE })
    expect(seen).toMatchObject({
      simulado: true,
      primera: 3,
      total: { nueva: 3, distinta: 1, igual: 2, rechazada: 9 },
      crea: { pais: 1, negocio: 1, subgerencia: 2, departamento: 2 },
    })
    expect(said(seen)).toEqual([
      [3, 'nueva', null],
      [4, 'nueva', null],
      [5, 'igual', null],
      [6, 'nueva', null],
      [7, 'rechazada', 'No hay un país «Chile»; para crearlo hacen falta su código ISO y su moneda.'],
      [8, 'rechazada', 'La fila no nombra ningún país: elija uno para las filas que no lo dicen.'],
      [9, 'rechazada', 'La persona elegida no está activa o no es jefatura de área.'],
      [10, 'rechazada', 'No hay una persona activa «Nadie Nunca»: dé su usuario, su correo o su nombre completo.'],
      [11, 'rechazada', 'Falta o no es válido: Departamento.'],
      [12, 'rechazada', 'La fila 4 dice otra cosa de Tesorería.'],
      [13, 'rechazada', 'Ya hay un negocio con ese nombre o código en el país.'],
      [14, 'rechazada', 'Falta o no es válido: Moneda.'],
      [15, 'rechazada', 'jefatura: el encargado es de un país o de una subgerencia, y el jefe de un departamento.'],
      [16, 'igual', null],
      [17, 'distinta', null],
    ])
    expect(await tree()).toEqual(before)
    expect((await load({ content: FILE })).body).toMatchObject({ code: 'organisation_unseen' })
    const made = await load({ content: FILE, huella: seen.huella })
    expect(made).toMatchObject({ status: 200, body: { ...seen, simulado: false } })
    expect(await tree()).toEqual(
      [
        ...before.filter((line) => !/Tesorería|^Brasil [|]/.test(line)),
        'Brasil | BR | Beatriz Montoya',
        'Brasil › SAFRA › Finanzas',
        'Brasil › SAFRA › Finanzas › Tesorería | Marcela Duarte',
        'Brasil › VOTORANTIM › Impuestos',
        'Portugal | PT',
        'Portugal › BANIF | 0077',
        'Portugal › BANIF › Operaciones | Héctor Villalobos',
        'Portugal › BANIF › Operaciones › Pagos | Marcela Duarte',
      ].sort(),
    )
  })
})

describe('what was looked at is made, or nothing', () => {
  const FILE = csv(HEAD, 'Brasil;;;SAFRA;;;;Riesgos;jefatura2')

  test('where it has moved meanwhile, the preview of now is answered', async () => {
    const seen = await look({ content: FILE })
    expect(said(seen)).toEqual([[2, 'nueva', null]])
    await server.call({ method: 'POST', url: '/department', body: { DEPARTAMENTO: 'Riesgos', ID_NEGOCIO: 2 }, as: who.control })
    const before = await tree()
    const answer = await load({ content: FILE, huella: seen.huella })
    expect(answer).toMatchObject({ status: 409, body: { code: 'organisation_moved' } })
    const now: OrganisationImport = answer.body.current
    expect(now.data).toMatchObject([
      { CLASE: 'distinta', EFECTOS: [{ NOMBRE: 'Riesgos', CAMBIOS: [{ CAMPO: 'JEFE', ANTES: null, DESPUES: 'Óscar Cáceres' }] }] },
    ])
    expect(await tree()).toEqual(before)
    expect((await load({ content: FILE, huella: now.huella })).status).toBe(200)
    expect(said(await look({ content: FILE }))).toEqual([[2, 'igual', null]])
    // Each is in the history of its record, by whom.
    const id = (await server.call({ url: '/department', query: { search: 'Riesgos' }, as: who.administrador })).body.data[0]
      .COD_DEPARTAMENTO
    const log = (await server.call({ url: '/audit/changes', query: { entidad: 'departamento', entidadId: id }, as: who.administrador }))
      .body.data
    expect(log.map((change: { accion: string; usuario: { NOMBRE: string } }) => [change.accion, change.usuario.NOMBRE])).toEqual([
      ['cambiado', 'Sonia Barrios'],
      ['creado', 'Beatriz Montoya'],
    ])
  })

  test('who may not keep countries, or sees another country only, is told so by row', async () => {
    const content = csv(HEAD, 'Uruguay;UY;UYU;;;;;;', 'Portugal;;;BANIF;;;;Nuevo;', 'Brasil;;;SAFRA;;;;Nuevo;')
    await sql`insert into user_permission (user_id, key, granted) values (${who.control.id}, 'admin.country.write', false)`.execute(
      server.db,
    )
    expect(said(await look({ content, as: who.control, language: 'en' }))).toEqual([
      [2, 'rechazada', 'For this you lack the permission admin.country.write.'],
      [3, 'rechazada', expect.stringMatching(/country/)],
      [4, 'nueva', null],
    ])
    for (const as of [who.analista, who.jefatura, who.gerencia, who.auditor])
      expect((await load({ content, as, simular: 'true' })).status).toBe(403)
  })

  test('the departments as their list exports them change nothing', async () => {
    const { body: content } = await server.call({ url: '/department', query: { format: 'excel' }, as: who.administrador })
    const seen = await look({ content, name: 'departamentos.xlsx' })
    expect(seen).toMatchObject({ primera: 2 })
    const departments = (await tree()).filter((line) => line.split(' › ').length > 2 && !/Operaciones( \||$)|Finanzas$/.test(line))
    expect(departments.length).toBe(5)
    expect(seen.total).toEqual({ nueva: 0, distinta: 0, igual: departments.length, rechazada: 0 })
  })
})

describe('a real organisation, by the columns that the user chooses', () => {
  const MADRID = readFileSync(join(import.meta.dirname, 'fixtures/madrid-2015-organica.csv'), 'utf8')
  // The heading of the file is of other columns than its rows: institution, kind, section, name.
  const columnas = JSON.stringify({ CODIGO: 0, CODIGO_DEPARTAMENTO: 2, UNIDAD: 3 })
  const cells = MADRID.trim()
    .split('\n')
    .slice(1)
    .map((line) => /^(\d);(\d?);(\d*);"?([^"]*)"?$/.exec(line)!.slice(1))

  test('its columns are not recognised and are shown; those chosen make businesses and departments of it', async () => {
    const before = await tree()
    expect(await look({ content: MADRID })).toMatchObject({
      primera: null,
      data: [],
      columnas: [
        { EJEMPLOS: ['#Institución,Sección,Nombre', '0', '1'], CAMPO: null },
        {},
        {},
        { EJEMPLOS: expect.arrayContaining(['Ayuntamiento de Madrid']) },
      ],
    })
    const spain = (
      await server.call({
        method: 'POST',
        url: '/country-manager',
        body: { PAIS: 'España', CODIGO_ISO: 'ES', MONEDA: 'EUR' },
        as: who.administrador,
      })
    ).body.ID_PAIS
    const asked = { content: MADRID, columnas, ID_PAIS: spain }
    const seen = await look(asked)
    const entities = cells.filter(([, , section]) => section === '')
    expect(seen.crea).toEqual({ pais: 0, negocio: entities.length, subgerencia: 0, departamento: cells.length - entities.length })
    expect(seen.total).toEqual({ nueva: cells.length, distinta: 0, igual: 0, rechazada: 0 })
    expect((await load({ ...asked, huella: seen.huella })).status).toBe(200)
    const names = new Map(entities.map(([code, , , name]) => [code, name]))
    const expected = cells.map(([code, , section, name]) =>
      section === '' ? `España › ${name} | ${code}` : `España › ${names.get(code)} › ${name}`,
    )
    expect(await tree()).toEqual([...before, 'España | ES', ...expected].sort())
    expect((await look(asked)).total).toEqual({ nueva: 0, distinta: 0, igual: cells.length, rechazada: 0 })
    expect(await rows(server.db, sql`select distinct currency from business where country_id = ${spain}`)).toEqual([{ currency: 'EUR' }])
  })

  // `entidades.csv` of the same place, whole: the city in two languages, without a heading.
  const ENTITIES = '1,municipio,Madrid,es\n2,municipio,Madrid,en\n'
  test('a file without a heading begins with its first line; the same name under another code is refused, and said why', async () => {
    expect(await look({ content: ENTITIES })).toMatchObject({
      primera: null,
      columnas: [{ EJEMPLOS: ['1', '2'] }, {}, { EJEMPLOS: ['Madrid'] }, {}],
    })
    const country = { PAIS: 'Andorra', CODIGO_ISO: 'AD', MONEDA: 'EUR' }
    const id = (await server.call({ method: 'POST', url: '/country-manager', body: country, as: who.administrador })).body.ID_PAIS
    const asked = { content: ENTITIES, columnas: JSON.stringify({ CODIGO: 0, NEGOCIO: 2 }), primera: 1, ID_PAIS: id }
    const seen = await look(asked)
    expect(said(seen)).toEqual([
      [1, 'nueva', null],
      [2, 'rechazada', 'Ya hay un negocio con ese nombre o código en el país.'],
    ])
    expect((await load({ ...asked, huella: seen.huella })).status).toBe(200)
    expect(await tree()).toContain('Andorra › Madrid | 1')
  })

  test('a new name beside a known code is another name; a department of a code that nobody has is refused', async () => {
    const spain = (await rows(server.db, sql<{ id: number }>`select id from country where iso = 'ES'`))[0]!.id
    const seen = await look({
      content: csv('x;x;x', '8;;Madrid Salud OA', '6;;Agencia Tributaria', '6;01;Inspección', '5;01;Nadie'),
      columnas: JSON.stringify({ CODIGO: 0, CODIGO_DEPARTAMENTO: 1, UNIDAD: 2 }),
      ID_PAIS: spain,
    })
    expect(said(seen)).toEqual([
      [2, 'nueva', null],
      [3, 'distinta', null],
      [4, 'nueva', null],
      [5, 'rechazada', 'No hay un negocio con el código 5 en el país.'],
    ])
    expect(seen.data[1]!.EFECTOS[0]!.CAMBIOS).toEqual([
      { CAMPO: 'NEGOCIO', ANTES: 'Agencia Tributaria Madrid', DESPUES: 'Agencia Tributaria' },
    ])
  })

  test('columns that say no place, no JSON, a file without any: refused at the field', async () => {
    const refused = async (more: object, path: string, code: string) =>
      expect((await load({ content: MADRID, simular: 'true', ...more })).body).toMatchObject({ code, issues: [{ path }] })
    await refused({ columnas: JSON.stringify({ UNIDAD: 3 }) }, 'columnas', 'organisation_columns_wrong')
    await refused({ columnas: '{' }, 'columnas', 'organisation_columns_wrong')
    await refused({ columnas: JSON.stringify({ SALDO: 3 }) }, 'columnas', 'organisation_columns_wrong')
    await refused({ content: new Uint8Array([1, 2, 3]), name: 'x.exe' }, 'file', 'file_extension')
    const many = Array.from({ length: MAX_IMPORTED_UNITS + 1 }, (_, n) => `Brasil;;;SAFRA;;;;Área ${n};`)
    await refused({ content: csv(HEAD, ...many) }, 'file', 'organisation_rows')
  })
})
