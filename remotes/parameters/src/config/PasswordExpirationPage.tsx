import { ParameterPage } from './ParameterPage.tsx'

export default function PasswordExpirationPage() {
  return <ParameterPage kind="password" />
}
