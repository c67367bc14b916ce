import type { Messages } from './text.ts'

export const heading = {
  heading_unknown: ['El rubro no existe.', 'The heading does not exist.'],
  heading_exists: ['Ya hay un rubro con ese nombre en ese lugar.', 'There is a heading with that name in that place already.'],
  heading_code_exists: ['Ya hay un rubro con ese código.', 'There is a heading with that code already.'],
  heading_cycle: ['Un rubro no puede estar dentro de sí mismo.', 'A heading cannot lie within itself.'],
  heading_deep: ['Los rubros tienen a lo sumo {max} niveles.', 'Headings have at most {max} levels.'],
  heading_in_use: [
    'El rubro está en uso: {rubros} {rubros:rubro|rubros}, {cuentas} {cuentas:cuenta|cuentas}, {analisis} análisis, {umbrales} {umbrales:umbral|umbrales} y {plantillas} {plantillas:plantilla|plantillas}. Mueva antes lo que tiene, o fusiónelo con otro.',
    'The heading is in use: {rubros} {rubros:heading|headings}, {cuentas} {cuentas:account|accounts}, {analisis} {analisis:analysis|analyses}, {umbrales} {umbrales:threshold|thresholds} and {plantillas} {plantillas:template|templates}. Move what it has first, or merge it into another one.',
  ],
  heading_merge_name: [
    'Los dos tienen dentro un rubro «{name}»: fusione antes esos dos.',
    'Both have a heading “{name}” below them: merge those two first.',
  ],
} satisfies Messages
