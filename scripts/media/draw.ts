/** Pictures are this wide, in pixels. */
export const WIDTH = 900;
/** Pictures are this high, in pixels. */
export const HEIGHT = 600;

/** An SVG document of the common size. */
export const picture = (...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join('')}</svg>`;

/** A gradient from top to bottom; stops are `offset colour [opacity]`. */
export const gradient = (id: string, ...stops: readonly string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(stop).join('')}</linearGradient>`;

/** A gradient from the middle outward; stops as in `gradient`. */
export const glow = (id: string, ...stops: readonly string[]): string =>
  `<radialGradient id="${id}">${stops.map(stop).join('')}</radialGradient>`;

function stop(text: string): string {
  const [offset, colour, opacity = '1'] = text.split(' ');
  return `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
}

/** The whole picture in one fill. */
export const backdrop = (fill: string): string => `<rect width="${WIDTH}" height="${HEIGHT}" fill="${fill}"/>`;
/** A filled path; `rest` are further attributes, here and below. */
export const shape = (d: string, fill: string, rest = ''): string => `<path d="${d}" fill="${fill}" ${rest}/>`;
/** A path that is only drawn along, with round ends. */
export const line = (d: string, stroke: string, width = 2, rest = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${rest}/>`;
/** A filled circle. */
export const dot = (x: number, y: number, radius: number, fill: string, rest = ''): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${rest}/>`;
/** A filled rectangle. */
export const box = (x: number, y: number, width: number, height: number, fill: string, rest = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${rest}/>`;
/** Parts moved, turned or scaled together. */
export const placed = (transform: string, ...parts: readonly string[]): string =>
  `<g transform="${transform}">${parts.join('')}</g>`;

/** One decimal: enough for a drawing, and the same on every machine. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** `count` drawings, one for each number from 0. */
export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

/** Gulls far away: two strokes each. */
export const gull = (x: number, y: number, size: number, colour: string): string =>
  line(
    `M${x - size} ${y} Q${x - size / 2} ${y - size * 0.6} ${x} ${y} Q${x + size / 2} ${y - size * 0.6} ${x + size} ${y}`,
    colour,
    2.5,
  );

/** A land line that rises and falls, filled down to the bottom of the picture. */
export function ridge(base: number, swing: number, next: () => number, fill: string): string {
  const points = Array.from({ length: 13 }, (_, index) => [index * 75, round(base - next() * swing)] as const);
  const curves = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] ?? [0, base];
    return `C${fromX + 37} ${fromY} ${x - 37} ${y} ${x} ${y}`;
  });
  return shape(`M0 ${points[0]?.[1] ?? base} ${curves.join(' ')} V${HEIGHT} H0 Z`, fill);
}
