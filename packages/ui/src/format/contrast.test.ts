import { expect, test } from '@jest/globals'
import { contrastOf, GROUND, onDark } from './contrast.ts'

test.each([
  ['#ffffff', '#000000', 21],
  ['#767676', '#ffffff', 4.54],
  ['#b42318', '#ffffff', 6.57],
])('%s and %s contrast %f', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 1)
  expect(contrastOf(other, one)).toBeCloseTo(ratio, 1)
})

test.each(['#b42318', '#000000', '#075985', '#116a3d'])('%s reads on the dark ground once it is lighter', (color) => {
  expect(contrastOf(color, GROUND.light)).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(onDark(color), GROUND.dark)).toBeGreaterThanOrEqual(4.5)
})
