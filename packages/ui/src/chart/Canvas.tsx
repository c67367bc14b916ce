import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  type ChartData,
  Chart as ChartJs,
  type ChartOptions,
  type ChartType,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js'
import { Chart } from 'react-chartjs-2'

// Only what the three charts need; this module is loaded lazily, together with chart.js.
ChartJs.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

export interface CanvasProps {
  type: ChartType
  data: ChartData
  options: ChartOptions
  plugins?: Plugin[]
  label: string
}

const Canvas = ({ type, data, options, plugins, label }: CanvasProps) => (
  <Chart type={type} data={data} options={options} plugins={plugins} role="img" aria-label={label} />
)

export default Canvas
