import { Code } from '@cuadre/ui'

/** One code stands in several businesses: each time it is listed, its business is with it. */
export const AccountCode = ({ CUENTA, NEGOCIO }: { CUENTA: string; NEGOCIO: string }) => (
  <span>
    <Code>{CUENTA}</Code> <span className="muted">· {NEGOCIO}</span>
  </span>
)
