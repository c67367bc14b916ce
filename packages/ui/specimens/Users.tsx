import { Building2, CircleCheck, CircleOff, Download, Plus, ShieldCheck, UserRoundSearch, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { BulkBar, type Column, DataTable, ExportButton, FilterBar, Pager, useTableState } from '../src/data.ts'
import { Avatar, Button, DateText, Page } from '../src/index.ts'
import { RowMenu, Tabs } from '../src/overlay.ts'
import { type Person, people } from './people.ts'

const columns: Column<Person>[] = [
  {
    id: 'nombre',
    header: 'Nombre',
    sortable: true,
    hideable: false,
    phone: 'title',
    cell: (p) => (
      <span className="row">
        <Avatar name={p.name} small />
        <span className="medium">{p.name}</span>
      </span>
    ),
  },
  { id: 'usuario', header: 'Usuario', sortable: true, phone: 'sub', cell: (p) => <span className="muted">{p.user}</span> },
  { id: 'correo', header: 'Correo', cell: (p) => <span className="muted">{p.mail}</span> },
  {
    id: 'rol',
    header: 'Rol activo',
    sortable: true,
    phone: 'sub-end',
    cell: (p) => (
      <>
        {p.role} {p.more > 0 && <span className="count">+{p.more}</span>}
      </>
    ),
  },
  { id: 'departamento', header: 'Departamento', sortable: true, cell: (p) => p.place },
  {
    id: 'estado',
    header: 'Estado',
    phone: 'title-end',
    cell: (p) => (
      <span className={p.active ? 'badge state-aprobado' : 'badge state-por-preparar'} style={{ fontWeight: 400 }}>
        {p.active ? <CircleCheck aria-hidden /> : <CircleOff aria-hidden />}
        {p.active ? 'Activo' : 'Inactivo'}
      </span>
    ),
  },
  {
    id: 'acceso',
    header: 'Último acceso',
    align: 'end',
    sortable: true,
    cell: (p) => (
      <span className="muted">
        <DateText value={p.seen} as="datetime" />
      </span>
    ),
  },
  { id: 'roles', header: 'Roles disponibles', hidden: true, cell: () => 'Analista' },
  { id: 'factor', header: 'Segundo factor', hidden: true, cell: () => 'Sí' },
]

const many = new URLSearchParams(location.search).has('many')
const rows = many
  ? Array.from({ length: 3000 }, (_, i) => ({ ...(people[i % people.length] as Person), id: String(i), user: `u${i}` }))
  : people

export const Users = () => {
  const [params, setParams] = useState(new URLSearchParams('negocio=votorantim&orden=nombre'))
  const table = useTableState({ key: 'specimen', params, setParams, sort: 'nombre', filters: ['negocio', 'rol', 'estado', 'departamento'] })
  return (
    <div style={{ blockSize: '100vh' }}>
      <Page
        fill
        title="Usuarios"
        crumbs={[{ label: 'Administración' }, { label: 'Usuarios' }]}
        actions={
          <>
            <Button icon={<UserRoundSearch aria-hidden />}>Crear auditor</Button>
            <Button variant="solid" icon={<Plus aria-hidden />}>
              Crear usuario
            </Button>
          </>
        }
      >
        <Tabs
          label="Personas"
          value="usuarios"
          tabs={[
            { value: 'usuarios', label: 'Usuarios', count: 186 },
            { value: 'auditores', label: 'Auditores', count: 7 },
          ]}
        />
        <FilterBar
          table={table}
          search="Nombre, usuario o correo"
          columns={columns}
          filters={[
            {
              name: 'negocio',
              label: 'Negocio',
              single: true,
              options: [
                { value: 'votorantim', label: 'Votorantim' },
                { value: 'safra', label: 'Safra' },
              ],
            },
            {
              name: 'rol',
              label: 'Rol',
              options: [
                { value: 'a', label: 'Analista' },
                { value: 'c', label: 'Control' },
              ],
            },
            { name: 'estado', label: 'Estado', options: [{ value: '1', label: 'Activo' }] },
            {
              name: 'departamento',
              label: 'Departamento',
              options: people.slice(0, 12).map((p) => ({ value: p.id, label: p.place + p.id })),
            },
          ]}
          end={<ExportButton onExport={() => new Promise((done) => setTimeout(done, 1500))} />}
        />
        <DataTable label="Usuarios" table={table} columns={columns} rows={rows} rowKey={keyOf} selectable onOpen={open} actions={actions} />
        <BulkBar table={table}>
          <Button variant="ghost" icon={<ShieldCheck aria-hidden />}>
            Cambiar rol
          </Button>
          <Button variant="ghost" icon={<Building2 aria-hidden />}>
            Cambiar departamento
          </Button>
          <Button variant="ghost" icon={<Download aria-hidden />}>
            Exportar
          </Button>
          <Button variant="danger" icon={<UserRoundX aria-hidden />}>
            Desactivar
          </Button>
        </BulkBar>
        <Pager table={table} total={142} of={186} />
      </Page>
    </div>
  )
}

const keyOf = (p: Person) => p.id
const open = () => undefined
const actions = (p: Person) => (
  <RowMenu
    label={`Acciones de ${p.name}`}
    entries={[{ label: 'Editar', onSelect: open }, 'line', { label: 'Desactivar', danger: true, onSelect: open }]}
  />
)
