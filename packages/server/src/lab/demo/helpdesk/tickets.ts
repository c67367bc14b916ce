import { ofAnalyses } from './solved.analyses.ts'
import { ofTheRest } from './solved.rest.ts'
import { open } from './tickets.open.ts'
import { DAY, HOUR, type Told, VL } from './told.ts'

const solved: Told[] = [...ofTheRest, ...ofAnalyses].map(
  ([subject, text, by, role, category, type, business, days, minutes, who, words], i) => ({
    subject,
    text,
    by,
    role,
    category,
    type,
    ...(business && { business }),
    ago: days * DAY,
    steps: [
      { after: Math.round(minutes / 3), by: who, take: true, state: 2 },
      { after: minutes, by: who, say: words, state: 4 },
      // Half of them are confirmed by their author.
      ...(i % 2 === 0 ? [{ after: minutes + 200, by, say: 'Gracias, quedó resuelto.', state: 5 }] : []),
    ],
  }),
)

/** One that was reopened, one that its author withdrew, and one that says what another one says. */
const turned: Told[] = [
  {
    subject: 'El Excel de cuentas sale sin la jefatura',
    text: 'Al descargar la lista de cuentas, la columna de jefatura viene vacía en Itaú y en Safra.',
    by: 'rpena',
    role: 1,
    category: 5,
    type: 2,
    business: 'ITAU',
    ago: 14 * HOUR,
    steps: [
      { after: 60, by: VL, take: true, state: 2 },
      { after: 150, by: VL, say: 'Quedó corregido: descárguelo otra vez, por favor.', state: 4 },
      { after: 500, by: 'rpena', say: 'En Itaú ya sale, en Safra todavía no.', state: 2 },
    ],
  },
  {
    subject: 'No encuentro mi cuenta de provisiones',
    text: 'Busco la cuenta 4.9.9 y no aparece en mi lista.',
    by: 'taguirre',
    role: 1,
    category: 2,
    type: 2,
    business: 'BRADESCO',
    ago: 26 * HOUR,
    steps: [{ after: 30, by: 'taguirre', say: 'La encontré: tenía puesto un filtro. Gracias.', state: 5 }],
  },
  {
    subject: 'Carga de moneda de Safra, repetida',
    text: 'La carga de Safra rechaza filas por la moneda desconocida «R$».',
    by: 'rpena',
    role: 1,
    category: 4,
    type: 1,
    business: 'SAFRA',
    ago: 11 * HOUR,
    into: 'La carga rechaza 412 filas por la moneda',
  },
]
export const tickets: readonly Told[] = [...open, ...solved, ...turned]
