import { BarChart, DonutChart, LineChart } from '../src/charts.ts'
import { type Column, DataTable, KpiLine, TreeCell, type TreeNode, useTree } from '../src/data.ts'
import { Delta, lightOf, Money, Page, Percent, Section, TrafficLight } from '../src/index.ts'

interface Business {
  country: string
  name: string
  count: number
  done: number
  change: number
  open: string
}
const rows: Business[] = [
  { country: 'Brasil', name: 'Bradesco', count: 214, done: 94.9, change: 0.6, open: '412880.14' },
  { country: 'Brasil', name: 'Itaú', count: 206, done: 97.1, change: 2.2, open: '88310.2' },
  { country: 'Brasil', name: 'Safra', count: 168, done: 81.5, change: -4.1, open: '1204415.77' },
  { country: 'Chile', name: 'BBM', count: 62, done: 96.8, change: 3.1, open: '0' },
  { country: 'Chile', name: 'Pine', count: 56, done: 87.5, change: -1.2, open: '1877402.6' },
]
const columns: Column<Business>[] = [
  { id: 'n', header: 'Negocio', cell: (b) => <span style={{ paddingInlineStart: 24 }}>{b.name}</span>, phone: 'title' },
  { id: 'c', header: 'Análisis', align: 'number', cell: (b) => b.count, phone: 'sub' },
  {
    id: 'd',
    header: 'Avance',
    unit: '%',
    align: 'number',
    cell: (b) => (
      <>
        <span className="bar-mini">
          <i style={{ inlineSize: `${b.done}%` }} />
        </span>
        {b.done}
      </>
    ),
  },
  {
    id: 'v',
    header: 'Δ',
    unit: 'puntos',
    align: 'number',
    cell: (b) => (
      <span className="muted">
        <Delta value={b.change} decimals={1} />
      </span>
    ),
  },
  { id: 'o', header: 'Sin explicar', unit: 'USD', align: 'number', cell: (b) => <Money value={b.open} />, phone: 'sub-end' },
  { id: 'e', header: 'Estado', cell: (b) => <TrafficLight light={lightOf(b.done)} />, phone: 'title-end' },
]
const bands = {
  of: (b: Business) => b.country,
  label: (c: string) => c,
  totals: (c: string) => ({
    c: c === 'Brasil' ? 588 : 118,
    o: <Money value={c === 'Brasil' ? '1705606.11' : '1877402.6'} />,
    e: <TrafficLight light="atencion" />,
  }),
}

interface Place {
  name: string
  inside: Place[]
  done: number
}
const tree: Place[] = [
  {
    name: 'Safra',
    done: 83.1,
    inside: [
      { name: 'Finanzas', done: 79.1, inside: [{ name: 'Contabilidad', done: 73.2, inside: [] }] },
      { name: 'Riesgos', done: 92.2, inside: [] },
    ],
  },
]
const inside = (p: Place) => p.inside
const nameOf = (p: Place) => p.name
const spark = [70, 74, 73, 78, 77, 80, 79, 82, 84, 83, 86, 88.7]
const labels = ['oct 25', 'nov', 'dic', 'ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct 26']

export const Dashboard = () => {
  const { nodes, toggle } = useTree(tree, inside, nameOf, 2)
  const treeColumns: Column<TreeNode<Place>>[] = [
    {
      id: 'n',
      header: 'Departamento',
      cell: (n) => (
        <TreeCell node={n} onToggle={toggle}>
          {n.row.name}
        </TreeCell>
      ),
    },
    { id: 'd', header: 'Avance', align: 'number', cell: (n) => <Percent value={n.row.done} /> },
  ]
  return (
    <Page title="Cierre de octubre de 2026" over="martes 10 de noviembre de 2026, 09:05">
      <KpiLine
        kpis={[
          { label: 'Avance por firmas', value: '88,7 %', note: '2.916 de 3.288 firmas', light: 'atencion', spark, to: '#' },
          { label: 'A tiempo', value: '95,6 %', note: '+1,0 puntos frente a septiembre', light: 'meta', spark },
          { label: 'Diferencia sin explicar', value: '6.418.207,55', unit: 'USD', note: '0,03 % del saldo', light: 'meta', spark },
          {
            label: 'Pronóstico de fin',
            value: '11-11-2026, 15:00',
            note: 'control vence el 10-11-2026, 18:00',
            light: 'atencion',
            lightText: 'Un día hábil tarde',
          },
        ]}
      />
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit,minmax(340px,1fr))', gap: '8px 36px', marginBlockStart: 8 }}>
        <Section title="Por país y negocio" count="1.096 análisis">
          <DataTable
            label="Negocios"
            columns={columns}
            rows={rows}
            rowKey={(b) => b.name}
            bands={bands}
            totals={{ c: 706, o: <Money value="3583008.71" /> }}
          />
          <DataTable label="Árbol" columns={treeColumns} rows={nodes} rowKey={(n) => n.key} />
        </Section>
        <div>
          <LineChart
            title="A tiempo por rol"
            note="meta 95 %"
            labels={labels}
            min={80}
            max={100}
            target={95}
            format={(v) => `${v} %`}
            series={[
              { label: 'Analista', values: [90, 91, 89, 92, 93, 92, 94, 95, 94, 95, 96, 95, 97] },
              { label: 'Control', values: [88, 89, 90, 91, 90, 92, 93, 94, 94, 93, 95, 94, 94.6] },
              { label: 'Jefatura', values: [86, 85, 84, 88, 87, 89, 90, 89, 91, 90, 92, 91, 90.5] },
            ]}
          />
          <BarChart
            title="Estados por negocio"
            stacked
            labels={['Bradesco', 'Itaú', 'Safra']}
            series={[
              { label: 'Aprobado', color: 'aprobado', values: [120, 90, 60] },
              { label: 'En revisión', color: 'revision', values: [40, 60, 30] },
              { label: 'Pendiente', color: 'pendiente', values: [30, 20, 40] },
              { label: 'Rechazado', color: 'rechazado', values: [5, 8, 20] },
            ]}
          />
          <DonutChart
            title="Estados"
            parts={[
              { label: 'Aprobado', value: 270, color: 'aprobado' },
              { label: 'En revisión', value: 130, color: 'revision' },
              { label: 'Rechazado', value: 33, color: 'rechazado' },
            ]}
          />
        </div>
      </div>
    </Page>
  )
}
