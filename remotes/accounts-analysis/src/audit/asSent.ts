import { type Analysis, STATE } from '@cuadre/api/analysis'

type Sent = Pick<Analysis, 'ESTADO_PRINCIPAL_ID' | 'AUTO' | 'FECHA_ENVIO'>
/** That it was sent is no secret where the date is: what stands beyond "pending" was. */
export const asSent = <T extends Sent>(item: T): T => {
  const sent = item.ESTADO_PRINCIPAL_ID !== STATE.pendiente || item.AUTO
  return { ...item, FECHA_ENVIO: item.FECHA_ENVIO ?? (sent ? '' : null) }
}
