import { ParameterPage } from './ParameterPage.tsx'

export default function IdleSignOutPage() {
  return <ParameterPage kind="idle" />
}
