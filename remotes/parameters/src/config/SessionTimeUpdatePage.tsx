import { ParameterUpdatePage } from './ParameterUpdatePage.tsx'

export default function SessionTimeUpdatePage() {
  return <ParameterUpdatePage kind="sessionTime" />
}
