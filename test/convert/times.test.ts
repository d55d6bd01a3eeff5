import { expect, it, onTestFinished } from 'vitest';
import { parseLooseTime } from '../../src/convert/times.ts';

it.each([
  ['2022-07-08', '2022-07-08T00:00:00.000Z'],
  ['2022-07-08 10:00', '2022-07-08T10:00:00.000Z'],
  ['2022-07-08 10:00:00 +0200', '2022-07-08T08:00:00.000Z'],
  ['Jul 08 2022', '2022-07-08T00:00:00.000Z'],
  ['Jul 8, 2022 10:00', '2022-07-08T10:00:00.000Z'],
  ['July 8, 2022 10:00:30 PM', '2022-07-08T22:00:30.000Z'],
  ['Fri, 08 Jul 2022 10:00:00 +0200', '2022-07-08T08:00:00.000Z'],
  ['Fri, 08 Jul 2022 10:00:00 GMT', '2022-07-08T10:00:00.000Z'],
  ['Jul 8 2022 10:00 PM EST', '2022-07-09T03:00:00.000Z'],
  ['Fri Jul 08 2022 10:00:00 GMT+0200 (CEST)', '2022-07-08T08:00:00.000Z'],
  ['soon', undefined],
])('reads the time %j the same in every time zone', (text, time) => {
  const zone = process.env['TZ'];
  onTestFinished(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
  for (const place of ['America/New_York', 'Asia/Tokyo']) {
    process.env['TZ'] = place;
    expect(parseLooseTime(text)).toBe(time);
  }
});
