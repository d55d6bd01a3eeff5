import { isMapping } from '../model/fields/values.ts';

/** A value that names a file which has become a media item. In a field that holds no media it stays text. */
export class MediaRef {
  readonly key: string;
  readonly text: string;

  constructor(key: string, text: string) {
    this.key = key;
    this.text = text;
  }
}

/** Replaces references with media keys, or with their text if the field holds no media. */
export function withoutRefs(value: unknown, isMedia: boolean): unknown {
  if (value instanceof MediaRef) return isMedia ? value.key : value.text;
  if (Array.isArray(value)) return value.map((one) => withoutRefs(one, isMedia));
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutRefs(one, isMedia)]));
}
