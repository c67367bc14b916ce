import { CircleCheck, RotateCw, Search, SearchX, Unplug } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type Column, DataTable, FileDrop } from '../src/data.ts'
import {
  Button,
  Code,
  EmptyState,
  ErrorState,
  Marks,
  Money,
  Note,
  notify,
  Progress,
  StateBadge,
  StateGlyph,
  type StateName,
  TrafficLight,
} from '../src/index.ts'
import { ConfirmDialog, DecisionDialog, Drawer, Menu, SegmentedControl, Tooltip } from '../src/overlay.ts'

const states: StateName[] = ['pendiente', 'revision', 'rechazado', 'aprobado', 'por-preparar']
const marks: StateName[] = ['tarde', 'material', 'critica', 'automatico']
const Box = ({ title, children }: { title: string; children: ReactNode }) => (
  <section style={{ padding: '16px 0 26px', borderBlockStart: '1px solid var(--line)', minInlineSize: 0 }}>
    <h3 className="h3" style={{ marginBlockEnd: 14 }}>
      {title}
    </h3>
    <div style={{ display: 'grid', gap: 12 }}>{children}</div>
  </section>
)
const accounts: Column<[string, string, string]>[] = [
  { id: 'cuenta', header: 'Cuenta', cell: (r) => <Code>{r[0]}</Code> },
  { id: 'nombre', header: 'Nombre', cell: (r) => r[1] },
  { id: 'saldo', header: 'Saldo', unit: 'BRL', align: 'number', cell: (r) => <Money value={r[2]} /> },
]

export const States = () => {
  const [size, setSize] = useState('md')
  const [open, setOpen] = useState<string>()
  const close = () => setOpen(undefined)
  useEffect(() => {
    notify.success('Análisis aprobado', {
      description: 'Gastos anticipados pasó a control',
      action: { label: 'Deshacer', onClick: close },
      duration: 0,
    })
    notify.info('Exportación en curso', { description: '1.096 filas; puede salir de la página', duration: 0 })
    notify.warning('Autenticación 2FA requerida', { description: 'Escanee el QR en pantalla', duration: 0 })
    notify.danger('No se aprobó: otra persona ya decidió', {
      description: 'Beatriz Montoya la rechazó a las 10:41',
      action: { label: 'Ver', onClick: close },
      duration: 0,
    })
  }, [])
  return (
    <main style={{ padding: '32px 40px' }}>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit,minmax(320px,1fr))', gap: '0 40px' }}>
        <Box title="Estados del análisis">
          <div className="row" style={{ flexWrap: 'wrap', gap: 16 }}>
            {states.map((s) => (
              <StateBadge key={s} state={s} />
            ))}
          </div>
          <div className="row" style={{ flexWrap: 'wrap' }}>
            {states.map((s) => (
              <StateBadge key={s} state={s} pill />
            ))}
          </div>
        </Box>
        <Box title="Marcas que se suman al estado">
          <div className="row" style={{ flexWrap: 'wrap', gap: 16 }}>
            {marks.map((s) => (
              <StateBadge key={s} state={s} />
            ))}
          </div>
          <div className="row" style={{ flexWrap: 'wrap' }}>
            {marks.map((s) => (
              <StateBadge key={s} state={s} pill />
            ))}
          </div>
          <div className="row">
            Deudores diversos <Marks critica material tarde automatico />
          </div>
        </Box>
        <Box title="Semáforo">
          <div className="row" style={{ gap: 16 }}>
            <TrafficLight light="meta" />
            <TrafficLight light="atencion" />
            <TrafficLight light="critico" />
            <TrafficLight />
          </div>
        </Box>
        <Box title="Vacío: aún no hay nada">
          <EmptyState title="No hay análisis por decidir" actions={<Button>Ver los que faltan</Button>}>
            Los analistas tienen hasta hoy a las 18:00 para enviar los 21 que faltan.
          </EmptyState>
        </Box>
        <Box title="0 filas por los filtros">
          <EmptyState
            icon={<SearchX aria-hidden />}
            title="Ninguna cuenta cumple los filtros"
            actions={
              <>
                <Button>Quitar el estado</Button>
                <Button variant="ghost">Quitar todos</Button>
              </>
            }
          >
            Negocio Votorantim y estado Rechazado, en octubre de 2026.
          </EmptyState>
        </Box>
        <Box title="Cargando: la tabla conserva su forma">
          <DataTable label="x" columns={accounts} rows={undefined} loading rowKey={(r) => r[0]} />
        </Box>
        <Box title="Error con reintento">
          <ErrorState title="No se pudo leer la lista" onRetry={close} reference="7F21-88C0">
            El servidor no respondió en 60 segundos. Sus filtros y su selección se conservan.
          </ErrorState>
        </Box>
        <Box title="Área no disponible">
          <EmptyState
            icon={<Unplug aria-hidden />}
            title="Estadísticas no está disponible ahora"
            actions={
              <>
                <Button icon={<RotateCw aria-hidden />}>Intentar ahora</Button>
                <Button variant="ghost">Ir a Inicio</Button>
              </>
            }
          >
            El resto de Cuadre funciona. Se vuelve a intentar en 20 segundos.
          </EmptyState>
        </Box>
        <Box title="Tabla">
          <DataTable
            label="Cuentas"
            columns={accounts}
            rowKey={(r) => r[0]}
            totals={{ saldo: <Money value="-3210.5" /> }}
            rows={[
              ['1.8.3.00.00-8', 'Rentas por recibir', '12345678901234567.89'],
              ['6.1.6.00.00-9', 'Ajustes de valuación', '-95006307.5'],
              ['2.1.9.00.00-0', 'Otras inversiones', '0'],
            ]}
          />
        </Box>
        <Box title="Trabajo largo">
          <Progress label="balancete-votorantim-2026-10.xlsx" value={1.2} max={1.8} detail="1,2 de 1,8 MB" />
          <Progress label="Exportar análisis" value={61} max={100} detail="61.400 de 100.000 filas" />
          <div className="row small">
            <StateGlyph state="aprobado" />
            <span className="grow">Recordatorio a 21 personas</span>
            <span className="muted">enviado 10:31</span>
          </div>
          <FileDrop
            accept=".xlsx"
            onFiles={close}
            hint="Excel, 20 MB o menos"
            uploads={[{ id: '1', name: 'balance.xlsx', size: 1800000, sent: 1200000 }]}
            onRemove={close}
          />
        </Box>
        <Box title="Foco y botones">
          <div className="row" style={{ flexWrap: 'wrap' }}>
            <Button variant="solid">
              Aprobar<kbd>A</kbd>
            </Button>
            <Button>Secundario</Button>
            <Button variant="ghost">Discreto</Button>
            <Button variant="danger">Rechazar</Button>
            <Button disabled>Sin permiso</Button>
            <Button busy>Guardando</Button>
            <Tooltip content="Ayuda corta">
              <Button icon={<Search aria-hidden />}>Con ayuda</Button>
            </Tooltip>
          </div>
          <SegmentedControl
            label="Tamaño"
            value={size}
            onChange={setSize}
            options={['xs', 'sm', 'md', 'lg'].map((v) => ({ value: v, label: v }))}
          />
          <Menu
            trigger={<Button>Menú</Button>}
            entries={[
              { heading: 'Rol' },
              { label: 'Analista', onSelect: close, current: true },
              { label: 'Jefatura', onSelect: close, icon: <CircleCheck aria-hidden /> },
              'line',
              { label: 'Salir', danger: true, onSelect: close },
            ]}
          />
        </Box>
        <Box title="Confirmación">
          <div className="row">
            <Button onClick={() => setOpen('confirm')}>Confirmar</Button>
            <Button onClick={() => setOpen('reject')}>Rechazar</Button>
            <Button onClick={() => setOpen('drawer')}>Cajón</Button>
          </div>
          <Note kind="warning">
            <b className="strong">Reabrirá 14 análisis aprobados.</b> Su saldo cambia: vuelven a pendiente.
          </Note>
        </Box>
      </div>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="¿Desactivar 6 usuarios?"
        confirm="Desactivar 6"
        danger
        onConfirm={close}
      >
        Dejan de poder entrar hoy mismo.
      </ConfirmDialog>
      <DecisionDialog
        decision="reject"
        open={open === 'reject'}
        onClose={close}
        title="¿Rechazar 6 análisis?"
        label="Motivo"
        confirm="Rechazar 6"
        onDecide={close}
      >
        Vuelven a sus analistas, que reciben un correo con el motivo. 1 de los 7 elegidos es crítico y no se decide en lote.
      </DecisionDialog>
      <Drawer open={open === 'drawer'} onClose={close} title="Preferencias" modeless>
        Contenido
      </Drawer>
    </main>
  )
}
