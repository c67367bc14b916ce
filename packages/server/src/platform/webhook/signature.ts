import { createHmac } from 'node:crypto'

/** `Cuadre-Signature`: the moment in seconds and the HMAC-SHA256, in hexadecimal, of "moment.body" with the webhook's secret. */
export const signatureOf = (secret: string, body: string, seconds: number) =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
