import { expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { fireEvent, screen } from '@testing-library/react'
import { draw } from '../testing.tsx'
import { FileDrop } from './FileDrop.tsx'

const file = (name: string) => new File(['x'], name)
const dropped = (multiple: boolean, ...names: string[]) => {
  const onFiles = jest.fn<(files: File[]) => void>()
  draw(<FileDrop label="Anexos" accept=".pdf,.csv" multiple={multiple} onFiles={onFiles} />)
  fireEvent.drop(screen.getByText('Anexos').closest('label')!, { dataTransfer: { files: names.map(file) } })
  return {
    taken: onFiles.mock.calls.flatMap(([files]) => files.map(({ name }) => name)),
    said: screen.queryAllByRole('alert').map((alert) => alert.textContent?.replace(/[\u2066-\u2069\u200e]/g, '')),
  }
}

test('every file that is not taken is named, beside those that are', () => {
  const { taken, said } = dropped(true, 'extracto.pdf', 'nota.txt', 'saldos.csv', 'programa.exe')
  expect(taken).toEqual(['extracto.pdf', 'saldos.csv'])
  expect(said).toEqual([
    expect.stringMatching(/^nota\.txt: El archivo debe ser/),
    expect.stringMatching(/^programa\.exe: El archivo debe ser/),
  ])
})

test('where one file goes, none of several is taken and the others are not dropped without a word', () => {
  expect(dropped(false, 'chile.csv', 'colombia.csv')).toEqual({
    taken: [],
    said: ['Aquí va un solo archivo y llegaron 2: no se tomó ninguno.'],
  })
})
