type Leaf = {
  name: string
  description?: string
  pages?: string[]
  rows?: (string | number)[][]
  text?: string
  link?: string
  older?: true
}
export type Branch = {
  name: string
  description?: string
  colour?: readonly [number, number, number]
  roles?: number[]
  business?: string
  files?: Leaf[]
  folders?: Branch[]
}
export const tree: readonly Branch[] = [
  {
    name: 'Cierre mensual',
    description: 'Guías, calendarios y formularios del cierre',
    colour: [79, 70, 229],
    folders: [
      {
        name: 'Guías',
        description: 'Paso a paso para cada rol',
        files: [
          {
            name: 'Guía del analista.pdf',
            description: 'Del balance al envío',
            pages: [
              'Guia del analista',
              '1. Descargue el libro de cada cuenta en Inicio.',
              '2. Sustente el saldo en la hoja Composicion.',
              '3. Suba el archivo y escriba el comentario.',
              '4. Siga la decision en el historial de la cuenta.',
            ],
            older: true,
          },
          {
            name: 'Lista de comprobación de jefatura.pdf',
            description: 'Qué mirar antes de aprobar',
            pages: [
              'Lista de comprobacion de jefatura',
              'El saldo sustentado coincide con el balance.',
              'El comentario explica el movimiento.',
              'El soporte es del mes y de la cuenta.',
            ],
          },
          {
            name: 'Cómo se escribe un buen comentario',
            description: 'Doce casos, con y sin diferencia',
            text: 'Un buen comentario nombra el monto, la causa y el documento.\r\nEjemplo: «Alta de 1.250.000,00 por la factura 4410 de septiembre, contabilizada en octubre».\r\n',
          },
        ],
      },
      {
        name: 'Calendarios',
        files: [
          {
            name: 'Calendario de cierre.xlsx',
            description: 'Días hábiles y plazos por rol',
            rows: [
              ['Período', 'Analista', 'Jefatura', 'Control', 'Cierre'],
              ['Octubre', 'DH 4', 'DH 5', 'DH 6', 'DH 8'],
              ['Noviembre', 'DH 4', 'DH 5', 'DH 6', 'DH 8'],
              ['Diciembre', 'DH 5', 'DH 6', 'DH 7', 'DH 9'],
            ],
          },
        ],
      },
      {
        name: 'Formularios',
        description: 'Prórrogas y traspasos',
        files: [{ name: 'Solicitud de prórroga.txt', text: 'Negocio:\r\nPeríodo:\r\nCuentas:\r\nMotivo:\r\nFecha pedida:\r\n' }],
      },
    ],
  },
  {
    name: 'Políticas contables',
    description: 'Criterios del grupo',
    colour: [15, 94, 90],
    files: [
      { name: 'Plan de cuentas COSIF', link: 'https://www.bcb.gov.br/estabilidadefinanceira/cosif' },
      {
        name: 'Umbrales de materialidad.csv',
        description: 'Vigentes',
        rows: [
          ['Alcance', 'Monto', 'Porcentaje'],
          ['General', 1000, 10],
          ['Brasil', 25000000, 5],
        ],
      },
    ],
  },
  {
    name: 'Dirección',
    description: 'Solo para gerencia y control',
    colour: [134, 25, 143],
    roles: [3, 4, 6],
    files: [
      {
        name: 'Cómo leer la matriz.pdf',
        description: 'Colores, figuras y totales',
        pages: ['Como leer la matriz', 'Cada celda es un mes. El color repite lo que dice la cifra.'],
      },
    ],
  },
  {
    name: 'Safra',
    description: 'Lo propio del negocio',
    colour: [154, 74, 0],
    business: 'SAFRA',
    files: [{ name: 'Perfil de carga de Safra.txt', text: 'Columna MDA: R$ = BRL, US$ = USD.\r\n' }],
  },
  {
    name: 'Sistemas y accesos',
    colour: [7, 89, 133],
    files: [
      { name: 'Portal del empleado', description: 'Vacaciones y permisos', link: 'https://portal.corporacion.example/inicio' },
      { name: 'Manual de contratos de seguro', link: 'https://intranet.corporacion.example/seguros' },
    ],
  },
  { name: 'Capacitación', description: 'Material de los talleres' },
]
