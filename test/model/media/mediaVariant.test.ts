import { describe, expect, it } from 'vitest';
import { squareAround, srcsetWidths, variantSize } from '../../../src/model/media/mediaVariant.ts';

describe('the size of a variant', () => {
  it.each([
    ['thumbnail', [1000, 400], [150, 150]],
    ['thumbnail', [100, 400], [100, 100]],
    ['medium', [1200, 300], [600, 150]],
    ['medium', [300, 1200], [150, 600]],
    ['medium', [600, 600], [600, 600]],
    ['large', [1201, 1], [1200, 1]],
    ['large', [40, 30], [40, 30]],
    ['w320', [1000, 500], [320, 160]],
    ['w320', [500, 4000], [320, 2560]],
    ['w1280', [1000, 500], [1000, 500]],
    ['w2560', [2000, 20000], [1638, 16383]],
    ['w320', [30000, 1], [320, 1]],
  ] as const)('%s of %j is %j', (name, [width, height], expected) => {
    const size = variantSize(name, { width, height });
    expect([size.width, size.height]).toEqual(expected);
  });
});

describe('the widths in a srcset', () => {
  const widths = (width?: number, height = width, mimeType = 'image/jpeg') => srcsetWidths({ mimeType, width, height });

  it.each([
    [100, ['w320']],
    [320, ['w320']],
    [321, ['w320', 'w640']],
    [1000, ['w320', 'w640', 'w960', 'w1280']],
    [2560, ['w320', 'w640', 'w960', 'w1280', 'w1920', 'w2560']],
    [9000, ['w320', 'w640', 'w960', 'w1280', 'w1920', 'w2560']],
  ])('of a picture of %i are those below, and one at full size', (width, names) => {
    expect(widths(width)).toEqual(names);
  });

  it('are all different, also if no variant is as wide as the picture', () => {
    expect(widths(1000, 40_000)).toEqual(['w320', 'w640']);
  });

  it('are none if the size is unknown, and for a GIF', () => {
    expect([widths(), widths(500, 500, 'image/gif'), widths(500, 500, 'video/mp4')]).toEqual([[], [], []]);
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
