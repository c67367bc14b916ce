import { Search } from 'lucide-react'

/** A search box that narrows what is shown beside it, with every letter. */
export const SearchInput = ({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) => (
  <div className="search">
    <Search aria-hidden />
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
