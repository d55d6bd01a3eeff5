import { parseArgs } from 'node:util';
import { parseTimestamp } from '../../model/text/timestamp.ts';

const MAX_CONCURRENCY = 64;

/** What `quire export` is asked to do. */
export interface ExportCommandOptions {
  readonly out?: string | undefined;
  readonly verify?: string | undefined;
  readonly since?: string | undefined;
  readonly at?: Date | undefined;
  readonly concurrency: number;
  readonly withoutImages: boolean;
  readonly dirty: boolean;
}

/** @throws Error in words for the user if the arguments are wrong */
export function readExportOptions(args: readonly string[]): ExportCommandOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string' },
      verify: { type: 'string' },
      since: { type: 'string' },
      at: { type: 'string' },
      concurrency: { type: 'string', default: '8' },
      'no-images': { type: 'boolean', default: false },
      dirty: { type: 'boolean', default: false },
    },
  });
  const { out, verify, since, at, dirty, concurrency } = values;
  if (out === undefined && verify === undefined)
    throw new Error('quire export needs --out <folder> or --verify <place>');
  if (!/^[1-9]\d?$/.test(concurrency) || Number(concurrency) > MAX_CONCURRENCY)
    throw new Error(`--concurrency is "${concurrency}", but should be a number from 1 to ${MAX_CONCURRENCY}`);
  return {
    ...{ out, verify, since, dirty },
    at: at === undefined ? undefined : readExportTime(at),
    concurrency: Number(concurrency),
    withoutImages: values['no-images'],
  };
}

function readExportTime(text: string): Date {
  const time = parseTimestamp(text);
  if (Number.isNaN(time)) throw new Error(`--at is "${text}", but should be a time such as 2026-05-01T12:00:00Z`);
  return new Date(time);
}

/** Groups thousands with commas; `toLocaleString` loads the formats of all languages, which takes longer than a file. */
export const showNumber = (value: number): string =>
  value < 1000 ? String(value) : `${showNumber(Math.floor(value / 1000))},${String(value % 1000).padStart(3, '0')}`;
