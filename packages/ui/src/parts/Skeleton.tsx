/** Not animated, as high as the content to come, visible after 400 ms. */
export const Skeleton = ({ width = '100%', height = 10 }: { width?: number | string; height?: number | string }) => (
  <span className="skeleton late" style={{ inlineSize: width, blockSize: height }} aria-hidden />
)

const WIDTHS = [66, 92, 78, 56, 84, 70]

/** Placeholder rows for a table whose columns are not known yet. */
export const TableSkeleton = ({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) => (
  <div className="table-frame late" aria-hidden>
    <table className="table">
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {Array.from({ length: columns }, (_, column) => (
              <td key={column}>
                <span className="skeleton" style={{ inlineSize: `${WIDTHS[(row * 2 + column) % WIDTHS.length]}%` }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
