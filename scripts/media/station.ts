import { backdrop, box, dot, gradient, line, picture, placed, round, shape, times } from './draw.ts';

const [RED, YELLOW, BLUE, WHITE, BLACK] = ['#cf3a33', '#f2c037', '#235a9c', '#fdfaf2', '#20242a'];

/** Signal flags of the International Code on a square of 100. */
const FLAGS: readonly string[] = [
  box(0, 0, 50, 100, WHITE) + shape('M50 0 H100 L74 50 L100 100 H50 Z', BLUE),
  box(0, 0, 100, 100, BLUE) + box(0, 20, 100, 60, WHITE) + box(0, 40, 100, 20, RED),
  box(0, 0, 100, 100, YELLOW) + box(0, 20, 100, 60, BLUE),
  box(0, 0, 100, 50, BLUE) + box(0, 50, 100, 50, RED),
  box(0, 0, 100, 100, WHITE) + shape('M50 12 L88 50 L50 88 L12 50 Z', RED),
  times(3, (index) => box(index * 33.4, 0, 16.7, 100, YELLOW) + box(index * 33.4 + 16.7, 0, 16.7, 100, BLUE)),
  box(0, 0, 50, 100, WHITE) + box(50, 0, 50, 100, RED),
  box(0, 0, 100, 100, YELLOW) + dot(50, 50, 26, BLACK),
  box(0, 0, 50, 50, YELLOW) + box(50, 0, 50, 50, BLACK) + box(0, 50, 50, 50, BLACK) + box(50, 50, 50, 50, YELLOW),
  box(0, 0, 100, 100, BLUE) + shape('M0 0 L100 100 M100 0 L0 100', 'none', `stroke="${WHITE}" stroke-width="20"`),
  shape('M0 0 L100 0 L0 100 Z', RED) + shape('M100 0 V100 H0 Z', YELLOW),
  box(0, 0, 100, 100, BLUE) + box(33, 33, 34, 34, WHITE),
];

/** Twelve signal flags on two halyards. */
export function signalFlags(): string {
  const flag = (index: number): string => {
    const [column, row] = [index % 6, Math.floor(index / 6)];
    const sag = Math.sin(((column + 0.5) / 6) * Math.PI) * 34;
    const lean = (column - 2.5) * -3.2;
    return placed(
      `translate(${75 + column * 128} ${round(120 + row * 230 + sag)}) rotate(${round(lean)} 50 0)`,
      `<svg width="104" height="104" viewBox="0 0 100 100">${FLAGS[index] ?? ''}</svg>`,
      `<rect width="104" height="104" fill="none" stroke="#20242a" stroke-opacity=".25" stroke-width="2"/>`,
    );
  };
  return picture(
    `<defs>${gradient('sky', '0 #bcdde6', '1 #f6f0dd')}</defs>`,
    backdrop('url(#sky)'),
    line('M20 96 Q450 206 880 96', '#5a4a3c', 4),
    line('M20 326 Q450 436 880 326', '#5a4a3c', 4),
    times(12, flag),
  );
}

const WALL = '#24485a';
const door = (x: number, y: number, turn: number): string =>
  placed(
    `translate(${x} ${y}) rotate(${turn})`,
    box(-2, -7, 50, 14, '#fdf9ee'),
    line('M0 0 V-46 M0 -46 A46 46 0 0 1 46 0', '#8a9aa3', 2),
  );

/** Ground floor of the station: lamp tower with its stair, watch room, library, store, porch. */
export function floorPlan(): string {
  const room = (x: number, y: number, width: number, height: number, fill: string): string =>
    box(x, y, width, height, fill, `stroke="${WALL}" stroke-width="12"`);
  const shelf = (x: number, y: number, length: number): string =>
    box(x, y, length, 18, '#c9a97c', 'stroke="#8a6d45" stroke-width="2"');
  return picture(
    backdrop('#dfe9e4'),
    times(23, (index) => line(`M${index * 40} 0 V600`, '#cfdcd6', 1)),
    times(15, (index) => line(`M0 ${index * 40 + 20} H900`, '#cfdcd6', 1)),
    room(320, 110, 300, 210, '#fdf9ee'),
    room(620, 110, 210, 210, '#f3ecd9'),
    room(320, 320, 190, 170, '#f3ecd9'),
    room(510, 320, 320, 170, '#fdf9ee'),
    dot(200, 300, 140, '#fdf9ee', `stroke="${WALL}" stroke-width="14"`),
    dot(200, 300, 34, '#e2d4b2', `stroke="${WALL}" stroke-width="5"`),
    times(15, (index) => line('M200 266 V172', '#8a9aa3', 2, `transform="rotate(${index * 20 - 140} 200 300)"`)),
    box(322, 268, 14, 64, '#fdf9ee'),
    door(500, 320, 0),
    door(620, 240, 90),
    door(700, 320, 0),
    door(510, 420, -90),
    box(560, 484, 90, 12, '#fdf9ee'),
    line('M560 484 A45 45 0 0 1 605 529 M650 484 A45 45 0 0 0 605 529', '#8a9aa3', 2),
    shelf(640, 122, 170),
    shelf(640, 290, 50),
    ...[400, 470, 540].map((x) => dot(x, 150, 13, '#c9a97c')),
    box(380, 170, 190, 44, '#c9a97c', 'rx="6"'),
    ...[400, 470, 540].map((x) => dot(x, 236, 13, '#c9a97c')),
    shelf(336, 464, 120),
    box(730, 350, 70, 110, '#a9c6c8', 'rx="8"'),
    ...[370, 460, 560].map((x) => box(x, 104, 44, 12, '#9ccbd6')),
    ...[150, 220].map((y) => box(824, y, 12, 44, '#9ccbd6')),
    placed(
      'translate(826 540)',
      dot(0, 0, 34, 'none', `stroke="${WALL}" stroke-width="3"`),
      shape('M0 -44 L12 0 L0 44 L-12 0 Z', '#fdf9ee', `stroke="${WALL}" stroke-width="2"`),
      shape('M0 -44 L12 0 H-12 Z', '#b8433c'),
    ),
    times(5, (index) =>
      box(60 + index * 40, 530, 40, 10, index % 2 === 0 ? WALL : '#fdf9ee', `stroke="${WALL}" stroke-width="2"`),
    ),
  );
}
