import { ROLE } from '@cuadre/api/roles'
import { defineArea, page } from '@cuadre/shell/area'

const office = [ROLE.control, ROLE.administrador] as const
const staff = [ROLE.analista, ROLE.jefatura, ROLE.control, ROLE.administrador] as const

export const faq = page('/faq', {
  title: { es: 'Preguntas frecuentes', en: 'Frequently Asked Questions' },
  icon: 'faq',
  menu: { group: 'helpdesk', order: 50 },
})
export const resources = page('/mis-recursos', {
  title: { es: 'Recursos de utilidad', en: 'Utility Resources' },
  icon: 'folder',
  menu: { order: 10 },
})
export const resourceFiles = page('/mis-recursos/:folderId/archivos', { title: { es: 'Archivos', en: 'Files' }, parent: resources })
export const utilities = page('/ayuda/utilidades', {
  title: { es: 'Utilidades', en: 'Utilities' },
  roles: office,
  permission: 'helpdesk.resource.write',
  icon: 'utilities',
  menu: { group: 'helpdesk', order: 40 },
})
/** One's own as conversations; `?ticket=` opens one, `?crear=1` writes one. */
export const requests = page('/ayuda/solicitudes', {
  title: { es: 'Solicitudes de ayuda', en: 'Help Requests' },
  icon: 'help',
  menu: { group: 'helpdesk', order: 20 },
  full: true,
})
/** The queue of those who answer. */
export const requestsReceived = page('/ayuda/solicitudes-recibidas', {
  title: { es: 'Solicitudes recibidas', en: 'Requests Received' },
  roles: office,
  permission: 'helpdesk.ticket.receive',
  icon: 'inbox',
  menu: { group: 'helpdesk', order: 10 },
  full: true,
})
export const tickets = page('/tickets-soporte', {
  title: { es: 'Tickets de soporte', en: 'Support Tickets' },
  roles: staff,
  icon: 'ticket',
  menu: { group: 'helpdesk', order: 30 },
})
export const ticketCreate = page('/tickets-soporte/crear', {
  title: { es: 'Crear ticket', en: 'Create ticket' },
  roles: staff,
  permission: 'helpdesk.ticket.write',
  parent: tickets,
})

export const area = defineArea({
  id: 'helpdesk',
  name: { es: 'Mesa de ayuda', en: 'Help Desk' },
  pages: { faq, resources, resourceFiles, utilities, requests, requestsReceived, tickets, ticketCreate },
})
