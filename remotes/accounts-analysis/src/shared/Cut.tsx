/** A long word in a cell that is not the widest: leaves the room to the account's name. */
export const Cut = ({ text }: { text: string | null }) =>
  text === null ? (
    <span className="faint">—</span>
  ) : (
    <span className="two-lines cell-limit" title={text}>
      {text}
    </span>
  )
