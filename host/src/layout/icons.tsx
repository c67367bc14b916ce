import type { IconName } from '@cuadre/shell'
import {
  ArrowLeftRight,
  Building2,
  CalendarDays,
  ChartColumn,
  Circle,
  CircleHelp,
  Clock,
  FileSpreadsheet,
  Flag,
  Folder,
  Globe,
  Grid3x3,
  History,
  House,
  LifeBuoy,
  ListChecks,
  ListTree,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
  Table2,
  Ticket,
  Trophy,
  Upload,
  Users,
  Wallet,
} from 'lucide-react'

/** The menu's icons by the names that areas use. */
const icons: Record<IconName, LucideIcon> = {
  home: House,
  users: Users,
  countries: Globe,
  business: Building2,
  department: Flag,
  roles: ShieldCheck,
  template: FileSpreadsheet,
  heading: ListTree,
  period: CalendarDays,
  analysis: ListChecks,
  accounts: Wallet,
  upload: Upload,
  history: History,
  transfer: ArrowLeftRight,
  charts: ChartColumn,
  matrix: Grid3x3,
  year: Table2,
  trophy: Trophy,
  parameters: SlidersHorizontal,
  clock: Clock,
  help: LifeBuoy,
  faq: CircleHelp,
  folder: Folder,
  ticket: Ticket,
}
export function MenuIcon({ name }: { name: string }) {
  // An area of another release may name one that this host does not have.
  const Icon = name in icons ? icons[name as IconName] : Circle
  return <Icon aria-hidden />
}
