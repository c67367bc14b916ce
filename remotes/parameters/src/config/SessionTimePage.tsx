import { ParameterPage } from './ParameterPage.tsx'

export default function SessionTimePage() {
  return <ParameterPage kind="sessionTime" />
}
