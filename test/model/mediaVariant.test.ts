import { describe, expect, it } from 'vitest';
import { squareAround, variantSize } from '../../src/model/mediaVariant.ts';

describe('the size of a variant', () => {
  it.each([
    ['thumbnail', [1000, 400], [150, 150]],
    ['thumbnail', [100, 400], [100, 100]],
    ['medium', [1200, 300], [600, 150]],
    ['medium', [300, 1200], [150, 600]],
    ['medium', [600, 600], [600, 600]],
    ['large', [1201, 1], [1200, 1]],
    ['large', [40, 30], [40, 30]],
  ] as const)('%s of %j is %j', (name, [width, height], expected) => {
    const size = variantSize(name, { width, height });
    expect([size.width, size.height]).toEqual(expected);
  });
});

describe('the square around a point', () => {
  it.each([
    [[600, 200], { x: 0.5, y: 0.5 }, { left: 200, top: 0, side: 200 }],
    [[600, 200], { x: 0, y: 0 }, { left: 0, top: 0, side: 200 }],
    [[600, 200], { x: 1, y: 1 }, { left: 400, top: 0, side: 200 }],
    [[200, 600], { x: 0.5, y: 0.25 }, { left: 0, top: 50, side: 200 }],
    [[7, 7], { x: 0.3, y: 0.9 }, { left: 0, top: 0, side: 7 }],
  ] as const)('in %j around %j is %j', ([width, height], point, expected) => {
    expect(squareAround({ width, height }, point)).toEqual(expected);
  });
});
