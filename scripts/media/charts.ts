import { seededRandom } from '../seededRandom.ts';
import { backdrop, box, dot, gradient, line, picture, placed, round, shape, times } from './draw.ts';

const INK = '#1f4e5f';

/** Height of the water at hour `hour`: the moon's half-day wave and the sun's. */
const tide = (hour: number): number =>
  Math.cos(((hour - 4) / 12.42) * 2 * Math.PI) + 0.32 * Math.cos(((hour - 1) / 12) * 2 * Math.PI);

const moon = (x: number, lit: number): string =>
  placed(
    `translate(${x} 84)`,
    dot(0, 0, 22, '#33525e'),
    shape(
      `M0 -22 A22 22 0 0 1 0 22 A${round(Math.abs(1 - 2 * lit) * 22)} 22 0 0 ${lit > 0.5 ? 1 : 0} 0 -22 Z`,
      '#fdf3cf',
    ),
  );

/** Three days of tide at Merrow quay, with the moon above each. */
export function tideChart(): string {
  const x = (hour: number): number => round(70 + hour * (770 / 72));
  const y = (height: number): number => round(350 - height * 118);
  const curve = Array.from({ length: 145 }, (_, index) => `${x(index / 2)} ${y(tide(index / 2))}`).join(' L');
  const turns = Array.from({ length: 716 }, (_, index) => (index + 1) / 10).filter(
    (hour) => (tide(hour) - tide(hour - 0.1)) * (tide(hour + 0.1) - tide(hour)) < 0,
  );
  return picture(
    `<defs>${gradient('water', '0 #5fa9b8', '1 #1f5a6d')}</defs>`,
    backdrop('#f7f1e1'),
    box(70, 150, 770, 400, '#fffdf6'),
    times(25, (index) => line(`M${x(index * 3)} 150 V550`, '#e6dcc3', index % 8 === 0 ? 3 : 1)),
    times(9, (index) => line(`M70 ${150 + index * 50} H840`, '#e6dcc3', 1)),
    shape(`M70 550 L${curve} L840 550 Z`, 'url(#water)', 'opacity=".88"'),
    line(`M${curve}`, INK, 4),
    line('M70 350 H840', '#b8433c', 2, 'stroke-dasharray="2 9"'),
    ...turns.map((hour) =>
      dot(x(hour), y(tide(hour)), 8, tide(hour) > 0 ? '#f4b942' : '#fffdf6', `stroke="${INK}" stroke-width="3"`),
    ),
    moon(198, 0.78),
    moon(455, 0.88),
    moon(712, 0.97),
    line('M70 150 V550 H840', INK, 4),
    times(25, (index) => line(`M${x(index * 3)} 550 v${index % 8 === 0 ? 18 : 9}`, INK, 3)),
    times(9, (index) => line(`M70 ${150 + index * 50} h-${index % 2 === 0 ? 16 : 9}`, INK, 3)),
  );
}

/** Stars by right ascension (hours) and declination (degrees), brightness in magnitudes. */
const CONSTELLATIONS: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [11.06, 61.8, 1.8],
    [11.03, 56.4, 2.3],
    [11.9, 53.7, 2.4],
    [12.26, 57, 3.3],
    [12.9, 56, 1.8],
    [13.4, 54.9, 2.2],
    [13.8, 49.3, 1.9],
  ],
  [
    [2.53, 89.3, 2],
    [17.54, 86.6, 4.3],
    [16.77, 82, 4.2],
    [15.73, 77.8, 4.3],
    [14.85, 74.2, 2.1],
    [15.35, 71.8, 3],
    [16.29, 75.8, 5],
    [15.73, 77.8, 4.3],
  ],
  [
    [0.15, 59.1, 2.3],
    [0.68, 56.5, 2.2],
    [0.95, 60.7, 2.2],
    [1.43, 60.2, 2.7],
    [1.91, 63.7, 3.4],
  ],
  [
    [20.69, 45.3, 1.3],
    [20.37, 40.3, 2.2],
    [19.94, 35.1, 3.9],
    [19.51, 28, 3.1],
  ],
  [
    [21.22, 30.2, 3.2],
    [20.77, 34, 2.5],
    [20.37, 40.3, 2.2],
    [19.75, 45.1, 2.9],
    [19.28, 53.4, 3.8],
  ],
  [
    [18.62, 38.8, 0],
    [18.75, 37.6, 4.3],
    [18.83, 33.4, 3.5],
    [18.98, 32.7, 3.2],
    [18.91, 36.9, 4.2],
    [18.75, 37.6, 4.3],
  ],
  [
    [3.41, 49.9, 1.8],
    [3.08, 53.5, 2.9],
    [3.72, 47.8, 3],
    [3.96, 40, 2.9],
    [3.9, 31.9, 2.8],
  ],
  [
    [5.28, 46, 0.1],
    [6, 44.9, 1.9],
    [6, 37.2, 2.6],
    [5.44, 28.6, 1.7],
    [4.95, 33.2, 2.7],
    [5.28, 46, 0.1],
  ],
];

/** The sky around the celestial pole, down to 25° of declination, as it turns above the station. */
export function starMap(): string {
  const next = seededRandom(404);
  const at = ([hours, degrees]: readonly [number, number, number]): readonly [number, number] => {
    const angle = (hours / 24) * 2 * Math.PI + 0.6;
    const radius = (90 - degrees) * (262 / 65);
    return [round(450 - Math.sin(angle) * radius), round(300 - Math.cos(angle) * radius)];
  };
  const faint = times(230, () => {
    const [angle, radius] = [next() * 2 * Math.PI, Math.sqrt(next()) * 258];
    return dot(450 + Math.cos(angle) * radius, 300 + Math.sin(angle) * radius, 0.6 + next(), '#a9b8d6', 'opacity=".7"');
  });
  const figures = CONSTELLATIONS.map((stars) => {
    const points = stars.map(at);
    const lines = line(`M${points.map((point) => point.join(' ')).join(' L')}`, '#7d93c4', 1.5);
    return (
      lines + stars.map((star, index) => dot(...(points[index] ?? [0, 0]), 5.4 - star[2] * 0.8, '#fff6d6')).join('')
    );
  });
  return picture(
    backdrop('#10172f'),
    dot(450, 300, 284, '#c9a961'),
    dot(450, 300, 280, '#10172f'),
    dot(450, 300, 264, '#1a2550'),
    ...[65.5, 131, 196.5].map((radius) =>
      dot(450, 300, radius, 'none', 'stroke="#3a4a80" stroke-dasharray="2 7" stroke-width="1.500"'),
    ),
    times(12, (index) => line('M450 300 V38', '#2d3b6e', 1, `transform="rotate(${index * 30} 450 300)"`)),
    times(72, (index) =>
      line(`M450 22 v${index % 6 === 0 ? 14 : 7}`, '#c9a961', 2, `transform="rotate(${index * 5} 450 300)"`),
    ),
    faint,
    ...figures,
    ...[
      [90, 90],
      [810, 90],
      [90, 510],
      [810, 510],
    ].map(([x = 0, y = 0]) =>
      shape(
        `M${x} ${y - 40} L${x + 9} ${y - 9} L${x + 40} ${y} L${x + 9} ${y + 9} L${x} ${y + 40} L${x - 9} ${y + 9} L${x - 40} ${y} L${x - 9} ${y - 9} Z`,
        '#c9a961',
      ),
    ),
  );
}
