import { deliveryRefusals, getDelivery, sendRows } from '@cuadre/api/delivery'
import { createProgram } from '@cuadre/api/program'

const { CUADRE_URL = '', TOKEN_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env
const cuadre = createProgram({ url: CUADRE_URL, tokenUrl: TOKEN_URL, clientId: CLIENT_ID, secret: CLIENT_SECRET })

const sent = await cuadre.call(sendRows, {
  body: {
    TOTAL_CONTROL: '1250.50',
    filas: [
      { CUENTA: '1101', NOMBRE: 'Caja general', SALDO: '1000.00' },
      { CUENTA: '1102', NOMBRE: 'Bancos', SALDO: '250.50' },
    ],
  },
})
const { ESTADO, MOTIVOS, RESULTADO } = await cuadre.call(getDelivery, { params: { id: sent.id } })
const { data } = await cuadre.call(deliveryRefusals, { params: { id: sent.id } })
console.log(JSON.stringify({ ESTADO, MOTIVOS, RESULTADO, rechazadas: data }))
