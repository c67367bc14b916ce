/** What a column of a balance file can mean. */
export type Field =
  | 'cuenta'
  | 'nombre'
  | 'negocioCodigo'
  | 'negocioNombre'
  | 'pais'
  | 'departamento'
  | 'moneda'
  | 'saldo'
  | 'debe'
  | 'haber'
  | 'periodo'
  | 'documento'
  | 'signo'

// Names by which each field goes, normalised, in Spanish, English and Portuguese. Those after '~' are used for other things too and
// count less. A header that contains one of them with further words counts less again.
const NAMES: Record<Field, string> = {
  cuenta: `cuenta, cta, cuenta contable, numero de cuenta, numero cuenta, num cuenta, nro cuenta, no cuenta, n cuenta, codigo cuenta, codigo de cuenta,
    cod cuenta, cuenta de mayor, cuenta mayor, codigo contable, account, account code, account number, account no, account num, acct, gl account, g l account,
    gl code, ledger account, conta, conta contabil, codigo conta, codigo da conta, cod conta, numero da conta, sub cuenta, subcuenta
    ~ codigo, code, cod, numero, concepto, partida, economica, econ, clasificacion, clasificacion economica, aplicacion, aplicacion presupuestaria, id cuenta, rubro`,
  nombre: `nombre, nombre cuenta, nombre de cuenta, nombre de la cuenta, descripcion, descripcion cuenta, descripcion de la cuenta, denominacion, nombre contable,
    account name, account description, name, description, nome, nome conta, nome da conta, descricao, descricao da conta, titulo da conta, account title
    ~ glosa, detalle, titulo, texto, texto breve, denominacion de las aplicaciones, title, concepto contable`,
  negocioCodigo: `codigo negocio, cod negocio, codigo empresa, codigo de empresa, cod empresa, codigo sociedad, codigo de sociedad, cod sociedad, codigo entidad, cod entidad,
    codigo compania, cod compania, cod conglomerado, codigo conglomerado, company code, entity code, business code, cod instituicao, codigo da empresa, cnpj, id empresa,
    id negocio, id sociedad, company id, entity id, bukrs ~ ruc, nit, rfc, cuit, rut, sigla empresa`,
  negocioNombre: `negocio, empresa, sociedad, entidad, compania, razon social, nombre empresa, nombre de la empresa, nombre negocio, nombre sociedad, nombre entidad, company,
    company name, entity, entity name, business, business name, business unit, conglomerado, nome conglomerado, nome da empresa, nome instituicao, instituicao, razao social,
    unidad de negocio ~ grupo, filial, sucursal, division, unit`,
  pais: 'pais, country, nombre pais, codigo pais, cod pais, country code, country name, nome do pais ~ land, region',
  departamento: `departamento, depto, dpto, dept, department, department name, area, area responsable, nombre departamento, codigo departamento, cod departamento
    ~ centro de costo, centro costo, centro de costos, centro de coste, cost center, cost centre, centro de custo, ceco, setor, gerencia, seccion`,
  moneda: 'moneda, divisa, currency, currency code, codigo moneda, cod moneda, moeda, ccy, tipo moneda ~ curr, cur, mon',
  saldo: `saldo, saldo final, saldo actual, saldo contable, saldo al cierre, saldo cierre, saldo neto, saldo acumulado, saldo del periodo, saldo periodo, saldo mes, balance,
    ending balance, closing balance, end balance, net balance, account balance, saldo atual, saldo contabil, saldo en libros, valor balance, saldo deudor acreedor
    ~ importe, monto, valor, amount, total, net, importe final, monto local, importe moneda local, saldo moneda local, net amount, value, montante`,
  debe: 'debe, debito, debitos, debit, debits, saldo deudor, total debe, total debito, total debitos, importe debe, debit balance, debit amount ~ cargo, cargos, deudor, dr',
  haber: `haber, credito, creditos, credit, credits, saldo acreedor, total haber, total credito, total creditos, importe haber, credit balance, credit amount
    ~ abono, abonos, acreedor, cr`,
  periodo: `periodo, periodo contable, period, posting period, fiscal period, accounting period, mes, month, ano mes, mes ano, anomes, fecha, data, date, fecha contable, fecha cierre,
    fecha de cierre, fecha balance, data base, mes referencia, data referencia, fecha saldo, closing date, balance date, year month, period end ~ fecha de corte, al, competencia`,
  documento: 'documento, tipo documento, tipo de documento, codigo documento, cod documento, doc, document, document type, document code',
  signo:
    'signo, d c, dc, d h, dh, debe haber, debito credito, deudor acreedor, indicador d c, sign, dr cr, debit credit, d c indicator, sinal ~ naturaleza, natureza, tipo saldo, tipo de saldo, nature',
}

type Name = { words: string; field: Field; confidence: number }

const ALL: Name[] = Object.entries(NAMES).flatMap(([field, list]) => {
  const [sure = '', weaker = ''] = list.split('~')
  const names = (part: string, confidence: number) =>
    part
      .split(',')
      .map((words) => words.trim().replace(/\s+/g, ' '))
      .filter(Boolean)
      // The keys of NAMES are fields; Object.entries forgets it.
      .map((words) => ({ words, field: field as Field, confidence }))
  return [...names(sure, 1), ...names(weaker, 0.65)]
})

const EXACT = new Map<string, Name[]>()
for (const name of ALL) EXACT.set(name.words, [...(EXACT.get(name.words) ?? []), name])

/** Lower case, without accents and punctuation: '#Cód. Conglomerado ' → 'cod conglomerado'. */
export function normaliseHeader(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[º°ª]/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Fields that a header may name, the likeliest first, with a confidence of 0–1. */
export function headerScore(header: string): [Field, number][] {
  const found = scored(normaliseHeader(header))
  return ANOTHER_TIME.test(normaliseHeader(header)) ? found.filter(([field]) => field !== 'saldo') : found
}

/** A balance of another moment, or one that was planned, is not the balance of the period. */
const ANOTHER_TIME =
  /\b(anterior(es)?|previos?|inicial(es)?|apertura|presupuest\w+|opening|previous|prior|beginning|budget\w*|plan(ned)?)\b/

function scored(words: string): [Field, number][] {
  if (words === '' || words.length > 60) return []
  const exact = EXACT.get(words)
  if (exact) return exact.map(({ field, confidence }) => [field, confidence])
  const best = new Map<Field, number>()
  for (const name of ALL) {
    if (name.words.length < 3 || !` ${words} `.includes(` ${name.words} `)) continue
    // A name at the start and longer names say more: 'saldo final bs' is a balance, 'fecha saldo' was a date above.
    const cover = name.words.length / words.length
    const start = words.startsWith(`${name.words} `) ? 0.1 : 0
    const confidence = name.confidence * Math.min(0.9, 0.45 + 0.4 * cover + start)
    if (confidence > (best.get(name.field) ?? 0)) best.set(name.field, confidence)
  }
  return [...best].sort((a, b) => b[1] - a[1])
}
