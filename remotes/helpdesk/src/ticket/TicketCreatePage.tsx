import { useNavigate, useSearchParams, useTranslation } from '@cuadre/shell'
import { Page } from '@cuadre/ui'
import { requests, tickets } from '../area.ts'
import { TicketForm } from './TicketForm.tsx'
import './ticket.css'

export default function TicketCreatePage() {
  return <CreateTicket back={tickets} />
}

/** Writes a ticket; `?desde=` is the address that one comes from, `?titulo=` its title, `?ref=` the reference of an error there. */
export function CreateTicket({ back }: { back: typeof tickets | typeof requests }) {
  const { t } = useTranslation('helpdesk')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const desde = params.get('desde') ?? ''
  const title = back.path === requests.path ? t('requests.title') : t('register.title')
  return (
    <Page
      fill
      title={t('create.title')}
      crumbs={[{ label: t('crumbs.helpdesk') }, { label: title, to: back.link() }, { label: t('create.crumb') }]}
    >
      <TicketForm
        from={{
          ...(/^\/(?![/\\])/.test(desde) && { pagina: desde.slice(0, 300) }),
          ...(params.get('titulo') && {
            titulo: params
              .get('titulo')
              ?.slice(0, 150)
              .replace(/\p{Cs}$/u, ''),
          }),
          ...(/^[\w.:-]{1,80}$/.test(params.get('ref') ?? '') && { referencia: params.get('ref') ?? '' }),
        }}
        onCancel={() => (desde.startsWith('/') ? navigate(-1) : navigate(back.link()))}
        onAnswered={() => navigate(/^\/(?![/\\])/.test(desde) ? desde : back.link())}
      />
    </Page>
  )
}
