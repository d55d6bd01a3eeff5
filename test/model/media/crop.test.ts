import { describe, expect, it } from 'vitest';
import { cropArea, cropSize, cropsOfPicture, findCrop } from '../../../src/model/media/mediaVariant.ts';

const RULES = { hero: { width: 400, ratio: '2:1' }, tall: { width: 100, ratio: '1:2' } };
const hero = findCrop(RULES, 'hero')!;

describe('the part of a picture that a crop shows', () => {
  it.each([
    [[800, 800], { x: 0.5, y: 0.5 }, { left: 0, top: 200, width: 800, height: 400 }],
    [[800, 800], { x: 0.5, y: 0 }, { left: 0, top: 0, width: 800, height: 400 }],
    [[800, 800], { x: 0.5, y: 0.6 }, { left: 0, top: 280, width: 800, height: 400 }],
    [[1200, 300], { x: 1, y: 0.5 }, { left: 600, top: 0, width: 600, height: 300 }],
    [[3, 1], { x: 0.5, y: 0.5 }, { left: 1, top: 0, width: 2, height: 1 }],
    [[1, 9], { x: 0.5, y: 0.5 }, { left: 0, top: 4, width: 1, height: 1 }],
  ] as const)(
    'is the largest around the focal point: in %j around %j it is %j',
    ([width, height], focalPoint, expected) => {
      expect(cropArea({ width, height }, hero, { focalPoint })).toEqual(expected);
    },
  );

  it('is the one that was chosen, moved and made smaller where the ratio has changed since', () => {
    const whole = { width: 1000, height: 500 };
    const chosen = (x: number, y: number, width: number) =>
      cropArea(whole, hero, { focalPoint: { x: 0, y: 0 }, crops: { hero: { x, y, width } } });
    expect(chosen(0.1, 0.2, 0.5)).toEqual({ left: 100, top: 100, width: 500, height: 250 });
    expect(chosen(0.8, 0.9, 0.5)).toEqual({ left: 500, top: 250, width: 500, height: 250 });
    const tall = cropArea(whole, findCrop(RULES, 'tall')!, { crops: { tall: { x: 0.5, y: 0.5, width: 1 } } });
    expect(tall).toEqual({ left: 500, top: 0, width: 250, height: 500 });
  });
});

describe('the crops of a picture', () => {
  it('are never enlarged, and are there at twice the width only where that shows more', () => {
    const sizes = (width: number) =>
      cropsOfPicture(RULES, { width, height: width }, {}).map(({ name, size }) => [name, size.width, size.height]);
    expect(sizes(300)).toEqual([
      ['hero', 300, 150],
      ['tall', 100, 200],
      ['tall@2x', 150, 300],
    ]);
    expect(sizes(500)).toEqual([
      ['hero', 400, 200],
      ['hero@2x', 500, 250],
      ['tall', 100, 200],
      ['tall@2x', 200, 400],
    ]);
    expect(cropSize(hero, { width: 10_000, height: 5000 })).toEqual({ width: 400, height: 200 });
  });

  it('are only those that the site names', () => {
    expect(['hero', 'hero@2x', 'hero@3x', 'toString'].map((name) => findCrop(RULES, name)?.width)).toEqual([
      ...[400, 800, undefined, undefined],
    ]);
  });
});
