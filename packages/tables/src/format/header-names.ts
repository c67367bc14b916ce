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
  | 'inicial'
  | 'periodo'
  | 'documento'
  | 'signo'

// Names by which each field goes, normalised, in Spanish, English and Portuguese. Those after '~' are used for other things too and
// count less. A header that contains one of them with further words counts less again.
const NAMES: Record<Field, string> = {
  cuenta: `cuenta, cta, cuenta contable, numero de cuenta, numero cuenta, num cuenta, nro cuenta, no cuenta, n cuenta, codigo cuenta, codigo de cuenta,
    cod cuenta, cuenta de mayor, cuenta mayor, codigo contable, account, account code, account number, account no, account num, acct, gl account, g l account,
    gl code, ledger account, conta, conta contabil, codigo conta, codigo da conta, cod conta, numero da conta, sub cuenta, subcuenta, codigo cuenta contable, codigo de cuenta contable,
    compte, numero de compte, compte numero, compte general, konto, kontonummer, conto
    ~ codigo, code, cod, clave, numero, concepto, partida, economica, econ, clasificacion, clasificacion economica, classificacao, classificacao contabil, aplicacion,
    aplicacion presupuestaria, id cuenta, rubro`,
  nombre: `nombre, particulars, nombre cuenta, nombre de cuenta, nombre de la cuenta, descripcion, descripcion cuenta, descripcion de la cuenta, denominacion, nombre contable,
    account name, account description, name, description, nome, nome conta, nome da conta, nome da conta contabil, descricao, descricao da conta, titulo da conta,
    nombre cuenta contable, nombre de la cuenta contable, denominacao, account title, intitule, intitule du compte, libelle, libelle du compte, compte lib, bezeichnung,
    descrizione
    ~ glosa, detalle, titulo, texto, texto breve, denominacion de las aplicaciones, title, concepto contable, short text`,
  negocioCodigo: `codigo negocio, cod negocio, codigo empresa, codigo de empresa, cod empresa, codigo sociedad, codigo de sociedad, cod sociedad, codigo entidad, cod entidad,
    codigo compania, cod compania, cod conglomerado, codigo conglomerado, company code, entity code, business code, cod instituicao, codigo da empresa, cnpj, id empresa,
    id negocio, id sociedad, company id, entity id, bukrs, co cd ~ ruc, nit, rfc, cuit, rut, sigla empresa`,
  negocioNombre: `negocio, empresa, sociedad, entidad, compania, razon social, nombre empresa, nombre de la empresa, nombre negocio, nombre sociedad, nombre entidad, company,
    company name, entity, entity name, business, business name, business unit, conglomerado, nome conglomerado, nome da empresa, nome instituicao, instituicao, razao social,
    unidad de negocio, societe, nome congl ~ grupo, filial, sucursal, division, unit`,
  pais: 'pais, country, nombre pais, codigo pais, cod pais, country code, country name, nome do pais ~ land, region',
  departamento: `departamento, depto, dpto, dept, department, department name, area, area responsable, nombre departamento, codigo departamento, cod departamento
    ~ centro de costo, centro costo, centro de costos, centro de coste, cost center, cost centre, centro de custo, ceco, setor, gerencia, seccion`,
  moneda: 'moneda, divisa, currency, currency code, codigo moneda, cod moneda, moeda, ccy, tipo moneda, devise ~ curr, crcy, cur, mon',
  saldo: `saldo, saldo final, saldo actual, saldo contable, saldo al cierre, saldo cierre, saldo neto, saldo acumulado, saldo del periodo, saldo periodo, saldo mes, balance,
    ending balance, closing balance, end balance, net balance, account balance, saldo atual, saldo contabil, saldo en libros, valor balance, saldo deudor acreedor, accumulated balance, nuevo saldo,
    solde, solde final, solde de cloture,
    saldo local, saldo moneda local, saldo en moneda local, saldo ml, saldo mn, saldo moneda nacional, saldo en moneda nacional, saldo moneda funcional, saldo en moneda funcional,
    saldo moeda local, saldo em moeda local, local balance, local currency balance, balance local currency, balance in local currency, balance local
    ~ importe, monto, valor, amount, total, net, importe final, monto local, importe moneda local, saldo moneda local, net amount, value, montante`,
  debe: 'debe, debito, debitos, debit, debits, saldo deudor, total debe, total debito, total debitos, importe debe, debit balance, debit amount, dare, soll, deure ~ cargo, cargos, deudor, dr',
  haber: `haber, credito, creditos, credit, credits, saldo acreedor, total haber, total credito, total creditos, importe haber, credit balance, credit amount, avere, haben, haver
    ~ abono, abonos, acreedor, cr`,
  // By what it is, not by a list: `headerScore`.
  inicial: '',
  periodo: `periodo, periodo contable, period, posting period, fiscal period, accounting period, mes, month, ano mes, mes ano, anomes, fecha, data, date, fecha contable, fecha cierre,
    fecha de cierre, fecha balance, data base, mes referencia, data referencia, fecha saldo, closing date, balance date, year month, period end ~ fecha de corte, al, competencia`,
  documento: 'documento, tipo documento, tipo de documento, codigo documento, cod documento, doc, document, document type, document code',
  signo:
    'signo, d c, dc, d h, dh, debe haber, debito credito, deudor acreedor, indicador d c, sign, dr cr, debit credit, d c indicator, s h, sinal ~ naturaleza, natureza, tipo saldo, tipo de saldo, nature',
}

const SHORT: Record<string, string> = {
  acc: 'account',
  acct: 'account',
  acr: 'acreedor',
  act: 'actual',
  acum: 'acumulado',
  amt: 'amount',
  ant: 'anterior',
  bal: 'balance',
  cod: 'codigo',
  cont: 'contable',
  cta: 'cuenta',
  denom: 'denominacion',
  desc: 'descripcion',
  descrip: 'descripcion',
  deud: 'deudor',
  emp: 'empresa',
  fin: 'final',
  ini: 'inicial',
  mov: 'movimiento',
  n: 'numero',
  no: 'numero',
  nom: 'nombre',
  nr: 'numero',
  nro: 'numero',
  num: 'numero',
  per: 'periodo',
  sdo: 'saldo',
  soc: 'sociedad',
  txt: 'texto',
}
/** 'sdo fin cta' → 'saldo final cuenta'; 'c u e n t a', as some reports space their titles, → 'cuenta'. */
function spelledOut(words: string): string {
  const whole = /^(\w ){3,}\w$/.test(words) ? words.replaceAll(' ', '') : words
  return whole.replace(/\w+/g, (word) => SHORT[word] ?? word)
}

type Name = { words: string; field: Field; confidence: number }

const ALL: Name[] = Object.entries(NAMES).flatMap(([field, list]) => {
  const [sure = '', weaker = ''] = list.split('~')
  const names = (part: string, confidence: number) =>
    part
      .split(',')
      .map((words) => spelledOut(words.trim().replace(/\s+/g, ' ')))
      .filter(Boolean)
      // The keys of NAMES are fields; Object.entries forgets it.
      .map((words) => ({ words, field: field as Field, confidence }))
  return [...names(sure, 1), ...names(weaker, 0.65)]
})

const EXACT = new Map<string, Name[]>()
for (const name of ALL) {
  const same = EXACT.get(name.words) ?? []
  if (!same.some(({ field }) => field === name.field)) EXACT.set(name.words, [...same, name])
}

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
  const words = spelledOut(normaliseHeader(header))
  const half = closingHalf(header)
  if (half) return [half]
  const found = scored(words)
  if (!isOfAnotherTime(header)) return found
  const opening = OPENING.test(words) && BALANCE.test(words) && !HALF.some((side) => side.test(words))
  return [...(opening ? [['inicial', 0.9] as [Field, number]] : []), ...found.filter(([field]) => !AMOUNTS.includes(field))]
}

const AMOUNTS: readonly Field[] = ['saldo', 'debe', 'haber']
const BALANCE = /\b(saldos?|balances?|soldes?|arrastre)\b/
const OPENING =
  /\b(anterior(es)?|previos?|prev|inicial(es)?|initial|inicio|apertura|abertura|arrastre|ouverture|opening|previous|prior|beginning|carr(y|ied)\w*|brought|forward)\b/
const PLANNED = /\b(presup\w*|budget\w*|plan(ned)?|proyectad[oa]s?|forecast)\b/

/** A balance of another moment, or one that was planned, is not the balance of the period; nor are its halves. */
export function isOfAnotherTime(header: string): boolean {
  const words = spelledOut(normaliseHeader(header))
  return OPENING.test(words) || PLANNED.test(words)
}

const HALF = [
  /\b(debe|debitos?|debits?|deudor(es|as?)?|devedor(es|as?)?|debiteur|cargos?|dare|soll|deure)\b/,
  /\b(haber|creditos?|credits?|acreedor(es|as?)?|credor(es|as?)?|crediteur|abonos?|avere|haben|haver)\b/,
]
const CLOSING =
  /\b(saldos?|balances?|soldes?|ytd|year to date|acumulad[oa]s?|final(es)?|cierre|closing|end(ing)?|deudor(es|as?)?|acreedor(es|as?)?|devedor(es|as?)?|credor(es|as?)?)\b/
const LAST = /\b(ytd|year to date|acumulad[oa]s?|final(es)?|cierre|closing|end(ing)?|actual(es)?|atual)\b/
const MOVED = /\b(movimient\w*|movement\w*|moviment\w*|mouvement\w*|sumas?)\b/

/** The debit or credit half of a balance ('Saldo deudor', 'Saldos finales Haber'), other than what moved in the period ('Debe'); null for everything else. */
export function closingHalf(header: string): [Field, number] | null {
  const words = spelledOut(normaliseHeader(header))
  const [debit, credit] = HALF.map((side) => side.test(words))
  if (debit === credit || !CLOSING.test(words) || MOVED.test(words) || isOfAnotherTime(header)) return null
  return [debit ? 'debe' : 'haber', LAST.test(words) ? 1 : 0.95]
}

/** 'saldos finales' → 'saldo final'. */
const singular = (words: string) => words.replace(/\b(\w{2,}[lnr])es\b|\b(\w{3,}[aeio])s\b/g, '$1$2')

function scored(words: string): [Field, number][] {
  if (words === '' || words.length > 60) return []
  const exact = EXACT.get(words) ?? EXACT.get(singular(words))
  if (exact) return exact.map(({ field, confidence }) => [field, confidence])
  const best = new Map<Field, number>()
  const spaced = ` ${words} | ${singular(words)} `
  for (const name of ALL) {
    if (name.words.length < 3 || !spaced.includes(` ${name.words} `)) continue
    // A name at the start and longer names say more: 'saldo final bs' is a balance, 'fecha saldo' was a date above.
    const cover = name.words.length / words.length
    const start = spaced.startsWith(` ${name.words} `) ? 0.1 : 0
    const confidence = name.confidence * Math.min(0.9, 0.45 + 0.4 * cover + start)
    if (confidence > (best.get(name.field) ?? 0)) best.set(name.field, confidence)
  }
  return [...best].sort((a, b) => b[1] - a[1])
}
