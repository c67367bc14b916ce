import { page } from '@cuadre/shell/area'

/** The host's own pages in the frame, as an area announces its. */
export const hostPages = {
  home: page('/home', { title: { es: 'Inicio', en: 'Home' }, icon: 'home', menu: { order: 0 } }),
  profile: page('/profile', { title: { es: 'Perfil', en: 'Profile' } }),
  notifications: page('/notificaciones', { title: { es: 'Notificaciones', en: 'Notifications' } }),
  accessDenied: page('/access-denied', { title: { es: 'Acceso denegado', en: 'Access denied' } }),
}

/** Shown only to whoever has not signed in. */
export const publicPaths = {
  signIn: '/sign-in',
  thanks: '/gracias',
  support: '/soporte',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  recoveryPassword: '/recovery-password',
} as const
/** Before everything else for whoever lacks the second factor that they need. */
export const secondFactorPath = '/2fa'
