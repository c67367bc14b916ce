const first = (text = '') => [...text.trim()][0] ?? ''

/** Given name, then family name: "Benítez Rolón, Julia" and "Julia Benítez" are both JB. */
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
