import { formatCount, type Locale, TextLink } from '@cuadre/ui'
import type { Column } from '@cuadre/ui/data'
import type { T } from './record.ts'

/** The last column of every list of the organisation. */
export const activeColumn = <Row extends { ACTIVO: boolean }>(t: T): Column<Row, 'ACTIVO'> => ({
  id: 'ACTIVO',
  header: t('field.ESTADO'),
  cell: ({ ACTIVO }) => t(ACTIVO ? 'status.active' : 'status.inactive'),
  sortable: true,
  phone: 'title-end',
})

/** How many hang on a row, which leads to them. */
export const countColumn = <Row extends object>(
  id: string,
  header: string,
  locale: Locale,
  count: (row: Row) => number,
  href: (row: Row) => string,
): Column<Row, never> => ({
  id,
  header,
  cell: (row) => <TextLink href={href(row)}>{formatCount(count(row), locale)}</TextLink>,
  align: 'number',
})
