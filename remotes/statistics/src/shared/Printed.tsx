import './printed.css'

/** Of what the page is, in words: for paper, where the bar of filters and the choice of the month are not. */
export const Printed = ({ of }: { of: readonly (string | false | null | undefined)[] }) => (
  <p className="printed-of small">{of.filter(Boolean).join(' · ')}</p>
)
