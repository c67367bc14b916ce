import { page } from '@cuadre/shell/area'

/** The host's own pages in the frame, as an area announces its. */
export const hostPages = {
  home: page('/home', { title: { es: 'Inicio', en: 'Home' }, icon: 'home', menu: { order: 0 } }),
  profile: page('/profile', { title: { es: 'Perfil', en: 'Profile' } }),
  notifications: page('/notificaciones', { title: { es: 'Notificaciones', en: 'Notifications' } }),
  accessDenied: page('/access-denied', { title: { es: 'Acceso denegado', en: 'Access denied' } }),
}

/** For whoever has not signed in; most of them for nobody else. */
export const publicPaths = {
  signIn: '/sign-in',
  thanks: '/gracias',
  support: '/soporte',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  recoveryPassword: '/recovery-password',
  confirmEmail: '/confirmar-correo',
  stopChange: '/detener-cambio',
} as const
/** From the link of a mail, whether or not somebody has signed in. */
export const linkPages = ['confirmEmail', 'stopChange'] as const satisfies (keyof typeof publicPaths)[]
/** Before everything else for whoever lacks the second factor that they need. */
export const secondFactorPath = '/2fa'
