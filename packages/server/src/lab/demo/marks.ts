import { sql } from 'kysely'
import { setImage } from '../../organisation/business/business.service.ts'
import { row } from '../../platform/database/index.ts'
import { drawn, withFile } from './papers.ts'
import { type DemoOptions, personNamed } from './people.ts'

const SIZE = 128
type Colour = readonly [number, number, number]
/** Whether a point of the square from −1 to 1 is inked. */
type Shape = (x: number, y: number) => boolean

/** The marks of the companies that exist only here. The banks are real, and keep their initials. */
const MARKS: [business: string, ink: Colour, shape: Shape][] = [
  ['Distribuidora Cordillera', [14, 94, 111], (x, y) => y > Math.abs(x + 0.25) * 1.3 - 0.55 || y > Math.abs(x - 0.35) * 1.3 - 0.25],
  ['Transportes Cordillera', [138, 74, 0], (x, y) => Math.abs(((y + x + 2) % 0.8) - 0.4) < 0.22],
  ['Alimentos del Cauca', [46, 107, 38], (x, y) => Math.hypot(x + 0.28, y - 0.28) < 0.85 && Math.hypot(x - 0.28, y + 0.28) < 0.85],
  [
    'Logística Magdalena',
    [74, 58, 138],
    (x, y) => Math.abs(y - Math.sin(x * 3.2) * 0.3) < 0.22 || Math.abs(y - 0.6 - Math.sin(x * 3.2) * 0.3) < 0.12,
  ],
]

/** Images of some businesses; the others show that a business without one has its initials. */
export async function createMarks({ db, storage }: DemoOptions): Promise<void> {
  const administrator = await personNamed(db, 'sbarrios', 6)
  for (const [name, ink, shape] of MARKS) {
    const { id } = (await row(db, sql<{ id: number }>`select id from business where name = ${name}`))!
    const at = (pixel: number) => ((pixel + 0.5) / SIZE) * 2 - 1
    const picture = drawn(SIZE, SIZE, (x, y) =>
      shape(at(x) * 1.25, at(y) * 1.25) && Math.max(Math.abs(at(x)), Math.abs(at(y))) < 0.86 ? [255, 255, 255] : ink,
    )
    await withFile('marca.png', picture, (file) => setImage(db, storage, administrator, id, file))
  }
}
