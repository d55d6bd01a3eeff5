import { isTimestamp, toTimestamp } from '../model/text/timestamp.ts';

/** A time with its zone: `10:00 +0200`, `10:00:00Z`, `10:00 PM EST`. */
const HAS_ZONE = /\d:\d\d(?:\.\d+)?(?:\s*[ap]m\b)?\s*(?:[+-]\d|\(?(?:UTC|GMT|UT|Z|[ECMP][SD]T)\b)/i;

/** Reads a time as people and programs write it into the form of records; without a zone it is UTC. */
export function parseLooseTime(given: unknown): string | undefined {
  if (typeof given !== 'string') return undefined;
  const text = given
    .trim()
    .replace(
      /^(\d{4}-\d\d-\d\d)[ T]+(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:([+-]\d\d):?(\d\d)|UTC|GMT|Z)?$/,
      (_, day, clock, hours, minutes) => `${day}T${clock}${hours ? `${hours}:${minutes}` : 'Z'}`,
    );
  if (isTimestamp(text)) return toTimestamp(text);
  // `Jul 08 2022`, `Sat, 08 Jul 2022 10:00:00 +0000`: only a month in words is unambiguous.
  if (!/[A-Za-z]{3}/.test(text) || !/\d{4}/.test(text)) return undefined;
  const time = new Date(HAS_ZONE.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time.getTime()) || !isTimestamp(time.toISOString()) ? undefined : time.toISOString();
}
