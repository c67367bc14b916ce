// The page works without this file. It adds a way to see the password, and keeps a double click from sending twice.

// The answer to a form becomes a page like others: loaded again or come back to, it would send the same wrong password or code once more, which counts.
history.replaceState(null, '', location.href)

const password = document.querySelector('input[data-show]')
if (password) {
  const { show, hide } = password.dataset
  const toggle = document.createElement('button')
  toggle.type = 'button'
  toggle.className = 'toggle'
  toggle.textContent = show
  toggle.setAttribute('aria-controls', password.id)
  toggle.addEventListener('click', () => {
    const hidden = password.type === 'password'
    password.type = hidden ? 'text' : 'password'
    toggle.textContent = hidden ? hide : show
    password.focus()
  })
  password.after(toggle)
}

const form = document.querySelector('form')
form?.addEventListener('submit', (event) => {
  if (form.dataset.sent) event.preventDefault()
  form.dataset.sent = 'yes'
  // Password managers should see a password field when the form leaves.
  if (password) password.type = 'password'
})
// Back from the next page: the form may be sent again.
addEventListener('pageshow', () => {
  if (form) delete form.dataset.sent
})
