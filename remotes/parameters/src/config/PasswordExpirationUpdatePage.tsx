import { ParameterUpdatePage } from './ParameterUpdatePage.tsx'

export default function PasswordExpirationUpdatePage() {
  return <ParameterUpdatePage kind="password" />
}
