import type { AmountUnit } from './amount-unit.ts'
import { inUnits, unitIn } from './amount-unit.ts'
import type { NumberCell } from './cell.ts'
import { signOf } from './sign.ts'

type ShownAmount = { value: string } | { problem: 'signo-doble' | 'unidad-distinta' }

/**
 * The amount of a number in units of money, as its format lets people read it: 5 shown as '5 CR' is -5, as the text '5 CR' is. A number
 * that its format already shows in thousands is whole, whatever a title says of thousands.
 * `unit`: what the amounts of the file are counted in. 'signo-doble' for '-5 CR'; 'unidad-distinta' where a format shows another unit than
 * that of the file, or says 'miles' of a number that is not divided.
 */
export function shownAmount({ n, shown }: NumberCell, unit: AmountUnit): ShownAmount {
  if (!shown) return { value: inUnits(n, unit) }
  const words = shown.text.replace('#', ' ').trim()
  const scale = shown.scale ?? 1
  const said = unitIn(`Saldo ${words}`) ?? unitIn(`en ${words}`) ?? scale
  if (said !== scale || (scale !== 1 && unit !== 1 && unit !== scale)) return { problem: 'unidad-distinta' }
  const sign = sideOf(shown.text)
  if (sign !== null && /[-−(]\s*[^\s\p{L}]*#/u.test(shown.text)) return { problem: 'signo-doble' }
  const signed = sign === null || n === '0' ? n : `${sign < 0 ? '-' : ''}${n.replace('-', '')}`
  return { value: scale === 1 ? inUnits(signed, unit) : signed }
}

/** Debit (1) or credit (-1), where a format writes it behind or before the figure: '# CR', '(D) #'. */
export function sideOf(text: string): 1 | -1 | null {
  const words = text.split('#').map((part) => part.replace(/[-−()\s]/g, ''))
  return words.map((word) => (/^\p{L}+\.?$/u.test(word) ? signOf(word) : null)).find((sign) => sign !== null) ?? null
}
