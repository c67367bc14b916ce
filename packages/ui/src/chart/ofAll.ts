import { createContext } from 'react'

/** What all charts of a page are of: month, filters, moment. It stands in the images that are saved of them, which are looked at without the page. */
export const ChartsOf = createContext('')
