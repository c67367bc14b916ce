import { defineArea } from '@cuadre/shell/area'

export const area = defineArea({
  id: 'helpdesk',
  name: { es: 'Mesa de ayuda', en: 'Help desk' },
  pages: {
    faq: { path: '/faq', title: { es: 'Preguntas frecuentes', en: 'Frequently asked questions' } },
  },
  menu: [
    { page: 'faq', label: { es: 'Preguntas frecuentes', en: 'Frequently asked questions' }, group: 'helpdesk', icon: 'faq', order: 50 },
  ],
})
