import { seededRandom } from '../seededRandom.ts';
import { backdrop, box, dot, glow, gradient, gull, line, picture, placed, ridge, round, shape, times } from './draw.ts';

const sailBoat = (x: number, y: number, scale: number, hull: string, sail: string): string =>
  placed(
    `translate(${x} ${y}) scale(${scale})`,
    shape('M-46 0 H46 L34 18 H-34 Z', hull),
    line('M0 0 V-92', hull, 3),
    shape('M4 -90 Q38 -48 36 -6 H4 Z', sail),
    shape('M-4 -78 Q-30 -40 -30 -6 H-4 Z', sail, 'opacity=".75"'),
    shape('M-34 22 H34 L18 60 H-10 Z', hull, 'opacity=".12"'),
  );

/** Short strokes of light on the water, wider the nearer they are. */
function glitter(seed: number, middle: number, top: number, colour: string): string {
  const next = seededRandom(seed);
  return times(90, () => {
    const depth = next();
    const y = round(top + depth * depth * (600 - top));
    const x = round(middle + (next() - 0.5) * (60 + depth * 330));
    const length = round(8 + depth * 46 * next());
    return line(`M${x} ${y} h${length}`, colour, round(1 + depth * 2), `opacity="${round(0.3 + next() * 0.5)}"`);
  });
}

/** The harbour mouth at sunrise: mist between the hills, three boats, the mole with its small light. */
export function harbourAtDawn(): string {
  const next = seededRandom(7);
  return picture(
    `<defs>${gradient('sky', '0 #27456b', '.45 #c9788a', '.75 #f6b48a', '1 #ffe2b0')}${gradient('sea', '0 #f2b58f', '.25 #8d7f99', '1 #1d3553')}${glow('sun', '0 #fff6d8', '.35 #ffe3a1 .8', '1 #ffd79a 0')}</defs>`,
    `<rect width="900" height="340" fill="url(#sky)"/>`,
    dot(560, 318, 210, 'url(#sun)'),
    dot(560, 318, 42, '#fff4cf'),
    times(5, (index) =>
      line(`M${60 + index * 190} ${92 + (index % 3) * 46} h${120 - index * 9}`, '#ffd9c0', 7, 'opacity=".28"'),
    ),
    ridge(318, 70, next, '#a9758c'),
    ridge(330, 44, next, '#7c5f80'),
    box(0, 334, 900, 266, 'url(#sea)'),
    glitter(3, 550, 346, '#ffeccb'),
    sailBoat(300, 398, 0.8, '#3b2d45', '#f9e4d2'),
    sailBoat(690, 372, 0.5, '#4d3a55', '#f4d3c4'),
    sailBoat(168, 372, 0.42, '#4d3a55', '#eec9c0'),
    shape('M900 372 L748 388 L742 404 L900 430 Z', '#32304a'),
    shape('M762 388 L766 330 H786 L790 386 Z', '#f3e9e4'),
    box(764, 352, 24, 12, '#c2453f'),
    shape('M762 330 H790 L784 316 H768 Z', '#32304a'),
    dot(776, 322, 34, 'url(#sun)'),
    shape('M0 520 C120 492 220 540 330 560 S560 600 600 600 H0 Z', '#182a40'),
    times(9, (index) => line(`M${30 + index * 34} ${514 + index * 8} v-${40 - index * 2}`, '#0f1d2e', 6)),
    line('M30 484 L302 556', '#0f1d2e', 3),
    gull(420, 150, 22, '#3b3450'),
    gull(470, 178, 15, '#3b3450'),
    gull(372, 196, 12, '#3b3450'),
  );
}

const mast = (x: number, foot: number, height: number, colour: string): string =>
  placed(
    `translate(${x} ${foot})`,
    line(`M0 0 V${-height} M-54 ${-height * 0.72} H54 M-34 ${-height * 0.9} H34`, colour, 5),
    line(`M-54 ${-height * 0.72} L0 ${-height} L54 ${-height * 0.72} M-70 0 L0 ${-height * 0.95} L70 0`, colour, 1.5),
  );

const flagLine = (x: number, y: number, colours: readonly string[]): string =>
  colours
    .map((colour, index) => box(x + index * 3, y + index * 25, 26, 18, colour, `transform="rotate(-8 ${x} ${y})"`))
    .join('');

const cloud = (x: number, y: number, scale: number): string =>
  placed(
    `translate(${x} ${y}) scale(${scale})`,
    shape('M0 40 a30 30 0 0 1 22 -50 a44 44 0 0 1 82 -8 a34 34 0 0 1 46 58 Z', '#ffffff', 'opacity=".82"'),
  );

/** The old signal station on its rock: white tower, slate house, mast with three flags. */
export function signalStation(): string {
  const next = seededRandom(21);
  return picture(
    `<defs>${gradient('sky', '0 #5fa6c9', '.7 #cfe8ea', '1 #f5f0dc')}${gradient('sea', '0 #5f9fae', '1 #1f5566')}${gradient('tower', '0 #ffffff', '1 #dfe5e2')}</defs>`,
    backdrop('url(#sky)'),
    cloud(80, 110, 1.2),
    cloud(640, 80, 0.9),
    cloud(480, 190, 0.55),
    ridge(420, 30, next, '#8fb5b5'),
    box(0, 420, 900, 180, 'url(#sea)'),
    times(26, () =>
      line(`M${round(next() * 880)} ${round(435 + next() * 150)} q10 -6 20 0 t20 0`, '#d9eef0', 2, 'opacity=".55"'),
    ),
    shape('M210 600 C232 520 262 470 330 446 C420 410 590 408 664 440 C742 470 770 530 800 600 Z', '#6d705f'),
    shape('M300 462 C400 424 590 420 668 444 C610 470 390 474 300 462 Z', '#8aa064'),
    shape('M210 600 C250 540 300 540 330 600 Z M520 600 C560 540 640 530 690 600 Z', '#575a4d'),
    box(470, 340, 170, 104, '#f2efe4'),
    shape('M456 344 L484 296 H626 L654 344 Z', '#3d5561'),
    box(600, 276, 20, 40, '#a85a45'),
    times(3, (index) => box(488 + index * 40, 368, 22, 30, '#7fb0bd', 'stroke="#3d5561" stroke-width="3"')),
    box(608, 388, 22, 56, '#a2453b'),
    shape('M352 446 L366 214 H434 L448 446 Z', 'url(#tower)'),
    shape('M358 352 H442 L445 392 H355 Z', '#b8433c'),
    shape('M363.500 262 H436.500 L438.500 302 H361.500 Z', '#b8433c'),
    box(356, 204, 88, 12, '#2d424d'),
    box(372, 164, 56, 40, '#ffe9a6', 'stroke="#2d424d" stroke-width="4"'),
    line('M391 164 V204 M409 164 V204', '#2d424d', 3),
    shape('M366 164 Q400 124 434 164 Z', '#2d424d'),
    line('M400 140 V122', '#2d424d', 4),
    box(392, 404, 18, 42, '#2d424d'),
    mast(716, 462, 280, '#4a3b32'),
    flagLine(724, 214, ['#d8433b', '#f4c542', '#2b5f9e']),
    gull(180, 230, 20, '#47606a'),
    gull(230, 204, 14, '#47606a'),
    gull(800, 300, 16, '#47606a'),
  );
}

/** An August night above the station: the Milky Way and the Perseids. */
export function perseidNight(): string {
  const next = seededRandom(812);
  const stars = times(260, () =>
    dot(next() * 900, next() * 430, 0.5 + next() * 1.5, '#f3f1ff', `opacity="${round(0.3 + next() * 0.7)}"`),
  );
  const milkyWay = times(34, (index) =>
    dot(
      120 + index * 22 + next() * 40,
      440 - index * 14 + next() * 60,
      70 + next() * 70,
      'url(#haze)',
      'opacity=".045"',
    ),
  );
  const meteors = [
    [640, 90, 150],
    [300, 70, 210],
    [500, 220, 110],
    [180, 250, 130],
    [770, 250, 80],
  ] as const;
  return picture(
    `<defs>${gradient('sky', '0 #0a1030', '.6 #1f2a5c', '1 #4b4a7a')}${gradient('sea', '0 #2c3266', '1 #0a1028')}${glow('haze', '0 #b9b5e8 .34', '1 #b9b5e8 0')}${glow('lamp', '0 #ffe7a0 .6', '1 #ffe7a0 0')}<linearGradient id="trail" x1="1" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#fffbe8"/></linearGradient></defs>`,
    backdrop('url(#sky)'),
    milkyWay,
    stars,
    ...meteors.map(([x, y, length]) =>
      shape(
        `M${x} ${y} L${x - length} ${round(y + length * 0.62)} l-3 -3 Z`,
        'url(#trail)',
        'stroke="url(#trail)" stroke-width="1.500"',
      ),
    ),
    box(0, 452, 900, 148, 'url(#sea)'),
    glitter(11, 250, 460, '#9aa3dc'),
    ridge(452, 26, next, '#141a3a').replace('V600', 'V456'),
    shape('M520 600 C560 520 600 476 690 462 C780 448 860 470 900 490 V600 Z', '#090d20'),
    shape('M716 466 L722 338 H758 L764 466 Z', '#060918'),
    box(714, 330, 52, 8, '#060918'),
    box(724, 304, 32, 26, '#ffe7a0'),
    shape('M720 304 Q740 282 760 304 Z', '#060918'),
    dot(740, 317, 90, 'url(#lamp)'),
    shape('M756 312 L900 282 V352 Z', '#ffe7a0', 'opacity=".13"'),
    mast(836, 478, 130, '#060918'),
    placed(
      'translate(642 470)',
      box(-3, -26, 6, 26, '#060918'),
      dot(0, -31, 6, '#060918'),
      line('M2 -20 L22 -34', '#060918', 5),
    ),
  );
}
