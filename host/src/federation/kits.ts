/** Shared modules that come only when the first page needs them, by the names that areas ask for. */
export const kits = {
  '@cuadre/ui': () => import('@cuadre/ui'),
  '@cuadre/ui/forms': () => import('@cuadre/ui/forms'),
  '@cuadre/ui/overlay': () => import('@cuadre/ui/overlay'),
  '@cuadre/ui/data': () => import('@cuadre/ui/data'),
}
