// The accounts as react-admin shows them out of the box: its own sign-in page, a page to come from, and the list over the same call.
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { Admin, Datagrid, List, NumberField, Resource, TextField } from 'react-admin'
import { createRoot } from 'react-dom/client'

const nonce = document.querySelector('meta[name=csp-nonce]').content
const styles = createCache({ key: 'ra', nonce, prepend: true })

const dataProviderWith = (token) => ({
  async getList(resource, { pagination: { page, perPage }, sort: { field, order } }) {
    const sort = `${order === 'DESC' ? '-' : ''}${field}`
    const answer = await fetch(`/api/${resource}?page=${page}&limit=${perPage}&sort=${sort}&statusId=2`, {
      headers: { authorization: `Bearer ${await token()}` },
    })
    if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status })
    const { data, total } = await answer.json()
    return { data: data.map((row) => ({ id: row.COD_CUENTA, ...row })), total }
  },
})

const authProviderWith = (isSignedIn, login) => ({
  login,
  logout: async () => {},
  checkAuth: async () => {
    if (!isSignedIn()) throw new Error('signed out')
  },
  checkError: async () => {},
})

const Accounts = () => (
  <List perPage={100} sort={{ field: 'CUENTA', order: 'ASC' }}>
    <Datagrid>
      {['CUENTA', 'NOMBRE', 'NEGOCIO', 'DEPARTAMENTO', 'ANALISTA', 'RIESGO'].map((source) => (
        <TextField key={source} source={source} />
      ))}
      <NumberField source="SALDO" />
    </Datagrid>
  </List>
)

/** `token` is sent with every call; `login` is what the sign-in page does. */
export const show = ({ token, isSignedIn, login = async () => {} }) =>
  createRoot(document.getElementById('root')).render(
    <CacheProvider value={styles}>
      <Admin dataProvider={dataProviderWith(token)} authProvider={authProviderWith(isSignedIn, login)} dashboard={() => <h1>Home</h1>}>
        <Resource name="account" list={Accounts} />
      </Admin>
    </CacheProvider>,
  )
