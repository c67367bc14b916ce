// A file of its own: it names all other files and changes with each of them, the application's first file seldom does.
import('./bootstrap.tsx')
