import type { PageData } from '@cuadre/shell'

/** The host's own pages, in the same words as an area's. */
export const hostPages = {
  home: { path: '/home', title: { es: 'Inicio', en: 'Home' } },
  profile: { path: '/profile', title: { es: 'Perfil', en: 'Profile' } },
  notifications: { path: '/notificaciones', title: { es: 'Notificaciones', en: 'Notifications' } },
  accessDenied: { path: '/access-denied', title: { es: 'Acceso denegado', en: 'Access denied' } },
} satisfies Record<string, PageData>
