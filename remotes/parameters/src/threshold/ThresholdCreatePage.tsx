import { ThresholdChange } from './ThresholdChange.tsx'

export default function ThresholdCreatePage() {
  return <ThresholdChange />
}
