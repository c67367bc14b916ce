const first = (text = '') => [...text.trim()][0] ?? ''

/** Initials of given name and family name: JB for "Benítez Rolón, Julia" and for "Julia Benítez". */
export const initials = (name: string) => {
  const [family, given] = name.split(',')
  const [one, two] = name.trim().split(/\s+/)
  return (given ? first(given) + first(family) : first(one) + first(two)).toUpperCase()
}

export const Avatar = ({ name, src, small, accent }: { name: string; src?: string; small?: boolean; accent?: boolean }) => (
  <span className={`avatar${small ? ' avatar-sm' : ''}${accent ? ' avatar-accent' : ''}`} aria-hidden>
    {src ? <img src={src} alt="" /> : initials(name)}
  </span>
)
