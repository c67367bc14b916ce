export const Brand = ({ large }: { large?: boolean }) => (
  <span className={large ? 'brand brand-large' : 'brand'}>
    <svg viewBox="0 0 24 24" aria-hidden>
      <rect width="24" height="24" rx="6" fill="#4f46e5" />
      <path d="M6 9.2h12M6 14.8h7.2" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <circle cx="17" cy="14.8" r="1.45" fill="#fff" />
    </svg>
    <span className="brand-name">Cuadre</span>
  </span>
)
