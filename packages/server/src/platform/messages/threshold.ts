import type { Messages } from './text.ts'

export const threshold = {
  impact_unseen: [
    'Vea primero el impacto (simular) y confirme con su huella.',
    'Look first at the impact (simular) and confirm with its fingerprint.',
  ],
  impact_moved: ['El impacto cambió desde la revisión. Revíselo de nuevo.', 'The impact changed since the preview. Look at it again.'],
  threshold_moved: [
    '{who} guardó desde la revisión el umbral de {scope}. Revise el impacto de nuevo.',
    'Since the preview {who} saved the threshold of {scope}. Look at the impact again.',
  ],
  threshold_everybody: ['todos los negocios', 'all businesses'],
  threshold_closed: [
    'El período de {period} está cerrado: el umbral debe regir desde uno posterior.',
    '{period} is closed: the threshold must hold from a later one on.',
  ],
  threshold_in_force: [
    'Rige en un período cerrado: cree otro desde un período abierto.',
    'It holds in a closed period: make another one from an open period on.',
  ],
  threshold_exists: ['Ese alcance ya tiene un umbral desde {period}.', 'That scope has a threshold from {period} on already.'],
  threshold_global: ['El umbral global no lleva alcance.', 'The global threshold names no scope.'],
  threshold_scope_needed: ['Indique a qué se aplica.', 'Say what it applies to.'],
  threshold_scope_unknown: ['No existe, o está fuera de lo que usted puede ver.', 'It does not exist, or is outside what you may see.'],
  threshold_scope_beyond: ['Alcanza a negocios que no son suyos.', 'It reaches businesses that are not yours.'],
  threshold_base_needed: ['Indique activos, ingresos o resultado.', 'Give assets, revenue or profit.'],
} satisfies Messages
