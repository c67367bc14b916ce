// Before the first paint: the appearance kept on this device, so that a dark page never flashes white.
try {
  const kept = JSON.parse(localStorage.getItem('cuadre:apariencia') ?? '{}')
  const root = document.documentElement
  if (kept.theme) root.dataset.theme = kept.theme
  root.classList.toggle('dark', kept.theme === 'dark')
  if (kept.accent) root.dataset.accent = kept.accent
  if (kept.level) root.dataset.level = kept.level
  if (kept.size) root.dataset.size = kept.size
  if (kept.dir) root.dir = kept.dir
} catch {}
