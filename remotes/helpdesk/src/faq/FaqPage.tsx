import { useCan, useSearchParams } from '@cuadre/shell'
import { FaqReader } from './FaqReader.tsx'
import { FaqUpkeep } from './FaqUpkeep.tsx'
import '../ticket/ticket.css'
import './faq.css'

/** Those who keep the questions work on them here, and see them as they are read with `?ver=lectura`; everybody else reads. */
export default function FaqPage() {
  const writes = useCan()('helpdesk.faq.write')
  const [params] = useSearchParams()
  return writes && params.get('ver') !== 'lectura' ? <FaqUpkeep /> : <FaqReader writes={writes} />
}
