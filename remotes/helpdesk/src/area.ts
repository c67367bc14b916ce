import { ROLE } from '@cuadre/api/roles'
import { defineArea, page } from '@cuadre/shell/area'

const office = [ROLE.control, ROLE.administrador] as const
const staff = [ROLE.analista, ROLE.jefatura, ROLE.control, ROLE.administrador] as const

export const faq = page('/faq', {
  title: { es: 'Preguntas frecuentes', en: 'Frequently asked questions' },
  icon: 'faq',
  menu: { group: 'helpdesk', order: 50 },
})

const resources = page('/mis-recursos', { title: { es: 'Recursos de utilidad', en: 'Utility resources' }, planned: true })
const tickets = page('/tickets-soporte', { title: { es: 'Tickets de soporte', en: 'Support tickets' }, roles: staff, planned: true })

export const area = defineArea({
  id: 'helpdesk',
  name: { es: 'Mesa de ayuda', en: 'Help desk' },
  pages: {
    faq,
    resources,
    resourceFiles: page('/mis-recursos/:folderId/archivos', { title: { es: 'Archivos', en: 'Files' }, parent: resources, planned: true }),
    requests: page('/ayuda/solicitudes', { title: { es: 'Solicitudes de ayuda', en: 'Help requests' }, planned: true }),
    tickets,
    ticketCreate: page('/tickets-soporte/crear', {
      title: { es: 'Crear ticket', en: 'Create ticket' },
      roles: staff,
      parent: tickets,
      planned: true,
    }),
    requestsReceived: page('/ayuda/solicitudes-recibidas', {
      title: { es: 'Solicitudes recibidas', en: 'Requests received' },
      roles: office,
      planned: true,
    }),
    utilities: page('/ayuda/utilidades', { title: { es: 'Utilidades', en: 'Utilities' }, roles: office, planned: true }),
  },
})
