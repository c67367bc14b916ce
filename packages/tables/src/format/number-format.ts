import type { NumberShown } from './cell.ts'
import { sideOf } from './shown-amount.ts'

/** What a number format shows around the figure of a cell; undefined where that is nothing that bears on an amount. */
export type NumberFormat = (n: string) => NumberShown | undefined

type Section = { shown: NumberShown | undefined; holds: ((value: number) => boolean) | null }

/**
 * Reads a number format of a spreadsheet, such as `#,##0.00" Dr";#,##0.00" Cr"` or `#,##0,`. Undefined where none of its sections has
 * letters or a currency, or counts in thousands.
 */
export function numberFormat(code: string): NumberFormat | undefined {
  const sections = (code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+/g) ?? []).map(sectionOf)
  if (sections.every(({ shown }) => shown === undefined)) return undefined
  const [first, second, third] = sections
  const conditional = sections.some(({ holds }) => holds !== null)
  return (n) => {
    const value = Number(n)
    const section = conditional
      ? (sections.find(({ holds }) => holds === null || holds(value)) ?? first)
      : value < 0
        ? (second ?? first)
        : value === 0
          ? (third ?? first)
          : first
    const shown = section?.shown
    if (!shown || value >= 0) return shown
    // What has no section of its own for amounts below zero shows them with a minus; one that shows them in red has none.
    const bare = section !== first && !conditional && (/[-−(]/.test(shown.text) || sideOf(shown.text) !== null)
    return bare ? shown : { ...shown, text: `-${shown.text}` }
  }
}

/** Quoted and escaped texts and currencies stay; colours, conditions and what only fills or pads do not. */
const TOKEN = /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|((?:general|estándar|[0#?][0#?.,]*|\.[0#?]+))|(.)/giu

function sectionOf(section: string): Section {
  let text = ''
  let figure = ''
  for (const [, quoted, escaped, currency, digits, other] of section.matchAll(TOKEN)) {
    figure += digits ?? ''
    text += quoted ?? escaped ?? currency ?? (digits === undefined ? (other ?? '') : text.includes('#') ? '' : '#')
  }
  text = text.trim()
  // Commas behind the last figure, or behind the last before the point, each divide by a thousand.
  const [, commas = ''] = /[0#?](,+)(?![0#?,])/.exec(figure) ?? []
  const scale = 1000 ** commas.length
  const [, operator, limit] = /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/.exec(section) ?? []
  // The 'E' of '0.00E+00' is part of the figure.
  const isScientific = /[0#?]E[+-]/i.test(section)
  const bears = scale > 1 || (!isScientific && text.includes('#') && /[\p{L}\p{Sc}]/u.test(text))
  return {
    shown: bears ? { text, ...(scale > 1 && { scale }) } : undefined,
    holds: operator === undefined ? null : (value) => COMPARE[operator]!(value, Number(limit)),
  }
}

const COMPARE: Record<string, (a: number, b: number) => boolean> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
}
