import type { Messages } from './text.ts'

export const binder = {
  binder_unbounded: [
    'Elija un período, una cuenta u otro filtro: el expediente de todo no se hace.',
    'Choose a period, an account or another filter: there is no binder of everything.',
  ],
  binder_too_large: [
    'El expediente tendría {gb} GB y el límite es 3,5: elija un negocio o un departamento.',
    'The binder would have {gb} GB and the limit is 3.5: choose a business or a department.',
  ],
  binder_manifest: ['El archivo no es el manifiesto de un expediente de Cuadre.', 'The file is not the manifest of a binder of Cuadre.'],
} satisfies Messages
