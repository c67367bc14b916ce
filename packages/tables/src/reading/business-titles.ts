import { type Cell, cellText, type Row } from '../format/cell.ts'
import { normaliseHeader } from '../format/header-names.ts'
import { FileRefused } from '../format/refused.ts'

/** 'Empresa: Norte S.A.': what a title says of the business whose balances follow. Without a sign it may name accounts: 'Empresa vinculada'. */
const LABEL =
  /^(empresa|negocio|sociedad|compa[nñ][ií]a|entidad|raz[oó]n social|company|entity|business unit)(?:\s*[:#=]\s*|\s+[-–]\s+)(.*)$/iu
/** 'NIT 900.123.456-7'. */
const TAX_ID = /^(rut|nit|ruc|cuit|cnpj|rfc|nif|cif)\b[^\p{L}\d]*((?=(?:.*\d){5})[\p{L}\d].*)?$/iu
/** A name that ends in a form of company. */
const COMPANY =
  /(?<![\p{L}])(?:S\.? ?A\.? ?(?:C|S|U)?\.?(?: de C\.? ?V\.?)?|SpA|(?:Ltda|Limitada|Ltd)\.?|S\.? ?(?:R\.? ?)?L\.?|C[ií]a\.?|E\.?I\.?R\.?L\.?|Inc\.?|LLC|GmbH|Corp\.?|N\.?V\.?)$/u
/** What stands beside the name in a heading of a page. */
const BESIDE = /\s{2,}|\t|\b(?:p[aá]g(?:ina)?\.?|page|hoja|fecha|date|per[ií]odo|hora|moneda)\b/iu
/** Rows between the name of a business and the headings that come again below it. */
const MAX_ABOVE = 4

type Title = { label: string; name: string; row: number }

/**
 * Finds the balances of another business below those of the first, where no column says whose each row is: they would all be loaded as
 * the first one's. Asked for titles, notes and headings; pages that repeat one and the same name are no other business.
 */
export function businessTitles(): (row: Row, isHeading: boolean) => void {
  const first = new Map<string, Title>()
  const unlabelled: Title[] = []
  const compare = (title: Title) => {
    const known = first.get(title.label)
    if (!known) first.set(title.label, title)
    else if (normaliseHeader(known.name) !== normaliseHeader(title.name))
      throw new FileRefused('negocios', { primero: known.name, fila: title.row, segundo: title.name })
  }
  return ({ number, cells }, isHeading) => {
    if (isHeading) {
      for (const title of unlabelled.splice(0)) if (number - title.row <= MAX_ABOVE) compare(title)
      return
    }
    const title = titleIn(cells)
    if (title?.label) compare({ ...title, row: number })
    else if (title) unlabelled.push({ ...title, row: number })
  }
}

function titleIn(cells: readonly Cell[]): { label: string; name: string } | null {
  const texts = cells.map(cellText).filter((text) => text !== '')
  for (const [at, text] of texts.entries()) {
    const [, label, rest = ''] = LABEL.exec(text) ?? TAX_ID.exec(text) ?? []
    if (label === undefined) continue
    const name = (rest || (texts[at + 1] ?? '')).split(BESIDE)[0]!.trim()
    if (/[\p{L}\d]{2}/u.test(name)) return { label: normaliseHeader(label), name: name.slice(0, 120) }
  }
  const alone = texts.length === 1 ? texts[0]!.split(BESIDE)[0]!.trim() : ''
  return alone.length > 4 && COMPANY.test(alone) ? { label: '', name: alone.slice(0, 120) } : null
}
