const NAMES =
  'Aguirre Núñez, Tomás|Barrios Acuña, Sonia|Bareiro Luna, Carla|Benítez Rolón, Julia|Cáceres Ibarra, Óscar|Duarte Rocha, Marcela|Ferreyra Sosa, Lucía|Galeano Prieto, Iván|Lagos Fuentes, Verónica|Montoya Ríos, Beatriz|Núñez Alfaro, Pedro|Peña Villar, Rodrigo|Ocampos Vera, Raúl|Quiroga Lema, Esteban|Salinas Toro, Andrea|Villalobos Paz, Héctor|Yegros Mora, Daniel|Zárate León, Inés'
const ROLES = ['Analista', 'Administrador', 'Analista', 'Jefatura de área', 'Control']
const PLACES = ['Tesorería', 'Sistemas contables', 'Cartera de créditos', 'Impuestos', 'Contabilidad financiera', 'Medios de pago']

export interface Person {
  id: string
  name: string
  user: string
  mail: string
  role: string
  more: number
  place: string
  active: boolean
  seen: string | null
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const people: Person[] = NAMES.split('|').map((name, i) => {
  const [family = '', given = ''] = name.split(', ')
  const first = family.split(' ')[0] ?? ''
  return {
    id: String(i),
    name,
    user: plain(given[0] + first),
    mail: `${plain(given)}.${plain(first)}@corporacion.example`,
    role: ROLES[i % ROLES.length] ?? '',
    more: i === 4 ? 1 : i === 11 ? 2 : 0,
    place: PLACES[i % PLACES.length] ?? '',
    active: i !== 10,
    seen: i === 7 ? null : `2026-11-0${(i % 6) + 1}T1${i % 9}:2${i % 9}:00`,
  }
})
