// Answers keycloak-js: is the session it knows still the one of this browser? Its message is "<client> <session>".
const { client, cookie: name, origins } = document.documentElement.dataset

function currentSession() {
  const entry = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return entry ? (decodeURIComponent(entry.slice(name.length + 1)).split('/')[2] ?? '') : ''
}

addEventListener('message', (event) => {
  if (!origins.split(' ').includes(event.origin) || typeof event.data !== 'string') return
  const [askedClient, askedSession = ''] = event.data.split(' ')
  const answer = askedClient !== client ? 'error' : askedSession === currentSession() ? 'unchanged' : 'changed'
  event.source.postMessage(answer, event.origin)
})
