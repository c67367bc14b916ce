import type { Bytes } from '@cuadre/api/endpoint'

/** Content-Disposition of a file on its way out. */
export const disposition = ({ name, inline }: Pick<Bytes, 'name' | 'inline'>) =>
  `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`
