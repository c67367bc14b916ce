import '../kit.css'
import { columns, keyOf, start, useView } from '../page.jsx'

// The same page without a table: what the others have beyond it is theirs.
const Grid = ({ items = [] }) => (
  <ul>
    {useView(items)
      .slice(0, 30)
      .map((row) => (
        <li key={keyOf(row)}>
          {columns.map(({ id, cell }) => (
            <span key={id}>{cell(row)}</span>
          ))}
        </li>
      ))}
  </ul>
)
start(Grid, { first: () => document.querySelector('.code')?.textContent, scroller: () => document.documentElement })
