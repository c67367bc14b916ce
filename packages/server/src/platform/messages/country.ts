import type { Messages } from './text.ts'

export const country = {
  country_exists: ['Ya hay un país con ese nombre o código.', 'There is a country with that name or code already.'],
  country_unknown: [
    'Ese país no existe, está inactivo o no está entre los suyos.',
    'That country does not exist, is inactive or is not among yours.',
  ],
  country_not_yours: ['No puede crear negocios en ese país.', 'You may not create businesses in that country.'],
  country_in_use: [
    'El país tiene {negocios} {negocios:negocio activo: desactívelo|negocios activos: desactívelos} antes.',
    'The country has {negocios} active {negocios:business: deactivate it|businesses: deactivate them} first.',
  ],
} satisfies Messages
