import { ParameterUpdatePage } from './ParameterUpdatePage.tsx'

export default function IdleSignOutUpdatePage() {
  return <ParameterUpdatePage kind="idle" />
}
