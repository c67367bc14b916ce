import { useSearchParams } from '@cuadre/shell'
import { TemplateEditor } from './TemplateEditor.tsx'
import { TemplateList } from './TemplateList.tsx'

/** One path for the list and for each template: `?plantilla=`. */
export default function TemplatesPage() {
  const [params] = useSearchParams()
  const id = Number(params.get('plantilla'))
  return Number.isInteger(id) && id > 0 ? <TemplateEditor key={id} id={id} /> : <TemplateList />
}
