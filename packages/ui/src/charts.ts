/** Entry point for charts: small, because chart.js is only loaded with the first chart, or when a page asks for it. */
export { BarChart, type BarChartProps, type BarSeries } from './chart/BarChart.tsx'
export { ChartFrame, preloadCharts, type TableData } from './chart/ChartFrame.tsx'
export type { Drawing } from './chart/chartSvg.ts'
export { DonutChart, type DonutChartProps, type DonutPart } from './chart/DonutChart.tsx'
export type { Fill } from './chart/fill.ts'
export { LineChart, type LineChartProps, type LineSeries } from './chart/LineChart.tsx'
export { ChartsOf } from './chart/ofAll.ts'
export { type ChartColor, type ChartTheme, useChartTheme } from './chart/theme.ts'
