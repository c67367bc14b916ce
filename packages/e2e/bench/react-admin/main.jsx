// Signed in by a token that is there already: nothing of a provider.
import { show } from './accounts.jsx'

const token = () => localStorage.getItem('token')
show({ token, isSignedIn: () => Boolean(token()) })
