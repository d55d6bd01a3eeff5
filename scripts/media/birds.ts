import { seededRandom } from '../seededRandom.ts';
import { backdrop, box, dot, gradient, line, picture, placed, round, shape, times } from './draw.ts';

const paper = (id: string, tint: string): string =>
  `<defs>${gradient(id, '0 #fbf6e9', `1 ${tint}`)}</defs>${backdrop(`url(#${id})`)}`;

const ripples = (seed: number, top: number, colour: string): string => {
  const next = seededRandom(seed);
  return times(22, () =>
    line(`M${round(40 + next() * 780)} ${round(top + next() * (580 - top))} q22 -7 44 0`, colour, 2, 'opacity=".6"'),
  );
};

/** A grey heron in shallow water, reeds to both sides. */
export function greyHeron(): string {
  const next = seededRandom(5);
  const reed = (from: number, to: number): string =>
    times(16, () => {
      const x = round(from + next() * (to - from));
      const top = round(150 + next() * 210);
      const lean = round((next() - 0.5) * 70);
      return line(`M${x} 600 Q${x} ${top + 160} ${round(x + lean)} ${top}`, next() > 0.5 ? '#7d8f4e' : '#98a45c', 5);
    });
  return picture(
    paper('page', '#d6e4df'),
    dot(676, 158, 84, '#f3d9a4', 'opacity=".8"'),
    box(0, 470, 900, 130, '#a9c9cc'),
    ripples(2, 486, '#ffffff'),
    reed(20, 200),
    reed(720, 890),
    line('M430 392 L424 470 L438 556 M486 396 L492 474 L478 556', '#8a7a4a', 9),
    line('M438 556 l-26 8 M438 556 l24 8 M478 556 l-22 8 M478 556 l26 8', '#8a7a4a', 5),
    shape('M574 352 C640 372 664 414 668 446 C620 430 560 420 520 402 Z', '#3f4d58'),
    shape(
      'M372 330 C400 262 500 262 560 312 C604 350 620 396 636 424 C560 410 470 424 410 396 C380 382 366 356 372 330 Z',
      '#8d9ca8',
    ),
    shape('M430 318 C500 290 570 330 622 416 C560 400 470 396 430 318 Z', '#74848f'),
    line('M450 332 C500 344 550 374 596 404 M470 316 C520 326 570 360 610 404', '#5f6e79', 3),
    shape(
      'M376 352 C340 330 400 270 366 226 C342 194 338 150 372 128 C392 116 410 122 414 140 C400 146 384 160 392 190 C404 230 428 262 424 314 Z',
      '#c2cacd',
    ),
    line('M386 200 C396 236 410 262 406 300', '#4a555d', 4, 'stroke-dasharray="3 12"'),
    shape('M352 146 C362 112 402 108 416 132 C420 142 412 154 396 158 C378 162 358 160 352 146 Z', '#f4f4ef'),
    shape('M366 132 C392 116 424 122 470 150 C436 146 404 140 380 144 Z', '#2f3a43'),
    shape('M358 138 L232 156 L356 158 Z', '#e0a13c'),
    line('M246 156 L352 148', '#a8702a', 2),
    dot(372, 141, 6, '#f2c744'),
    dot(372, 141, 3, '#1d2429'),
    line('M398 372 C384 392 378 410 380 430 M412 384 C402 402 398 418 402 436', '#c6cdd0', 4),
    shape('M380 590 h130 q-60 10 -130 0 Z', '#6f9499', 'opacity=".6"'),
  );
}

/** A turnstone among weed and stones at low water. */
export function turnstone(): string {
  const next = seededRandom(31);
  const stones = times(46, () => {
    const y = 430 + next() * 160;
    const size = round(18 + (y - 420) * 0.28 * (0.5 + next()));
    const fill = ['#8b8680', '#a39b8f', '#77736f', '#b5a998'][Math.floor(next() * 4)] ?? '#8b8680';
    return `<ellipse cx="${round(next() * 900)}" cy="${round(y)}" rx="${size}" ry="${round(size * 0.6)}" fill="${fill}"/>`;
  });
  const weed = times(9, () => {
    const [x, y] = [round(next() * 880), round(470 + next() * 110)];
    return line(`M${x} ${y} q10 -22 24 -4 q10 18 26 -6`, '#6d6a2e', 6, 'opacity=".85"');
  });
  return picture(
    paper('page', '#e2dccb'),
    box(0, 380, 900, 60, '#b7d3d6'),
    line(
      'M0 402 q40 -10 80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0',
      '#ffffff',
      3,
      'opacity=".7"',
    ),
    box(0, 428, 900, 172, '#9b9182'),
    stones,
    weed,
    `<ellipse cx="450" cy="500" rx="150" ry="16" fill="#4f4a43" opacity=".35"/>`,
    line('M430 408 L418 452 L430 496 M492 408 L500 454 L488 496', '#e2792f', 9),
    line('M430 496 l-26 5 M430 496 l18 7 M488 496 l-24 6 M488 496 l22 5', '#e2792f', 6),
    shape('M596 316 L668 322 L604 372 Z', '#3a332f'),
    shape(
      'M310 300 C330 236 430 222 516 260 C580 288 618 318 632 336 C600 400 520 428 440 424 C360 420 304 372 310 300 Z',
      '#f7f3ea',
    ),
    shape('M360 262 C430 228 520 254 612 324 C570 366 480 372 420 336 C390 318 366 296 360 262 Z', '#b5652f'),
    line('M392 276 C450 276 520 304 580 340 M420 312 C470 312 520 330 556 350', '#4a3528', 9),
    line('M404 258 C470 252 540 286 600 322', '#e3a063', 6),
    shape('M306 316 C300 352 340 392 384 384 C404 352 398 300 366 268 C336 270 312 286 306 316 Z', '#2b2725'),
    shape(
      'M262 238 C262 196 300 176 338 190 C372 204 384 246 372 284 C340 300 300 296 282 280 C268 268 262 256 262 238 Z',
      '#fbf8f0',
    ),
    shape('M372 224 C386 254 384 284 366 300 C352 290 352 252 372 224 Z', '#2b2725'),
    shape('M276 224 C300 226 318 240 322 272 C334 290 322 304 304 300 C300 270 292 250 270 244 Z', '#2b2725'),
    line('M296 196 l14 12 M314 190 l12 14 M332 192 l10 14', '#5b5048', 4),
    shape('M266 232 L206 254 L268 252 Z', '#2b2725'),
    dot(300, 226, 7, '#16120f'),
    dot(298, 224, 2, '#ffffff'),
  );
}

const eider = (transform: string, body: string, back: string, cap: string, cheek: string): string =>
  placed(
    transform,
    `<ellipse cx="0" cy="62" rx="170" ry="14" fill="#1d4a57" opacity=".35"/>`,
    shape(
      'M-150 20 C-130 -30 -40 -46 40 -40 C110 -36 150 -34 186 -62 C190 -10 160 50 90 60 C0 70 -110 66 -150 20 Z',
      body,
    ),
    shape('M-120 -4 C-60 -56 60 -52 128 -38 C90 -8 -40 4 -120 -4 Z', back),
    shape(
      'M-116 34 C-150 4 -148 -50 -146 -84 C-140 -128 -78 -132 -66 -92 C-58 -60 -66 -22 -40 6 C-60 30 -90 42 -116 34 Z',
      cheek,
    ),
    shape('M-150 -88 C-146 -132 -80 -138 -66 -94 C-92 -104 -122 -104 -150 -88 Z', cap),
    shape('M-146 -98 C-180 -88 -208 -66 -216 -46 C-190 -44 -160 -48 -142 -62 Z', '#b9a258'),
    line('M-212 -50 C-190 -52 -168 -58 -150 -68', '#8a7638', 2),
    dot(-118, -88, 5, '#101010'),
    dot(-119.5, -89.5, 1.5, '#ffffff'),
  );

/** A pair of common eiders on the swell, the drake in front. */
export function commonEider(): string {
  const swell = (y: number, fill: string, shift: number): string =>
    shape(`M${-shift} ${y} ${times(8, () => 'q37 -26 75 0 t75 0')} V600 H${-shift} Z`, fill);
  return picture(
    paper('page', '#cfe3e6'),
    swell(250, '#b4d4d9', 60),
    swell(310, '#8fbcc5', 20),
    placed('translate(640 318) scale(.72)', eider('', '#7d5a3c', '#5f4029', '#6a4a31', '#946d4a')),
    line('M560 316 q40 18 90 6 M600 336 q40 14 90 2 M660 310 q30 14 62 4', '#4a3120', 3),
    swell(372, '#659fac', 90),
    eider('translate(390 374) scale(1.1)', '#22282c', '#f6f4ec', '#1a1f23', '#f6f4ec'),
    shape('M310 348 C296 320 300 300 306 286 C322 306 330 330 330 352 Z', '#b9d8b0', 'opacity=".55"'),
    swell(458, '#3f7d8c', 40),
    swell(520, '#2b6272', 0),
    ripples(9, 470, '#d7ecee'),
  );
}
