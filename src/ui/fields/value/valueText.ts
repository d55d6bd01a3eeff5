import i18next from 'i18next';
import { isValueObject } from '../../form/values.ts';
import { toRegionalLocale } from '../../parts/relativeTime.ts';
import type { Field } from '../../wire/interface.ts';
import { extractDocumentText } from './extractDocumentText.ts';

const LONGEST = 80;

/** A value as short text, as people write it: dates and numbers by their language, options by their labels. */
export function valueText(value: unknown, field: Field): string {
  if (value === null || value === undefined || value === '') return '';
  const written = WRITTEN[field.type]?.(value);
  if (written !== undefined) return written.slice(0, LONGEST);
  if (typeof value === 'boolean') return i18next.t(value ? 'common.yes' : 'common.no');
  if (Array.isArray(value))
    return value.every(isTextOrNumber)
      ? value.map((one) => findOptionLabel(one, field)).join(', ')
      : numberText(value.length);
  return isTextOrNumber(value) ? findOptionLabel(value, field).slice(0, LONGEST) : '…';
}

const isTextOrNumber = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The label of an option, or the value itself. */
function findOptionLabel(value: string | number, { options = [] }: Field): string {
  const option = options.find((one) => typeof one !== 'string' && one.value === value);
  return typeof option === 'object' ? option.label : String(value);
}

/** How the values of some kinds are written; undefined for a value of another kind, which the field held before. */
const WRITTEN: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  date: (value) => (typeof value === 'string' ? dayText(value) : undefined),
  datetime: (value) => (typeof value === 'string' ? momentText(value) : undefined),
  number: (value) => (typeof value === 'number' ? numberText(value) : undefined),
  integer: (value) => (typeof value === 'number' ? numberText(value) : undefined),
  richtext: (value) => (isValueObject(value) ? extractDocumentText(value) : undefined),
  link: (value) => (isValueObject(value) ? String(value['text'] ?? value['title'] ?? value['url'] ?? '') : undefined),
  gallery: (value) => (Array.isArray(value) ? numberText(value.length) : undefined),
  repeater: (value) => (Array.isArray(value) ? numberText(value.length) : undefined),
};

/** Four digits are often a year. */
const numberText = (value: number): string =>
  new Intl.NumberFormat(toRegionalLocale(i18next.language), { useGrouping: 'min2', maximumFractionDigits: 20 }).format(
    value,
  );

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `2 May 2026`, for a day without a time: it is the same day in every time zone. */
export function dayText(value: string): string | undefined {
  const [, year, month, day] = DAY.exec(value) ?? [];
  const date = day === undefined ? new Date(value) : new Date(Number(year), Number(month) - 1, Number(day));
  return format(date, { dateStyle: 'medium' });
}

/** `2 May 2026, 10:00`, in the time zone of the reader. */
export const momentText = (value: string): string | undefined =>
  format(new Date(value), { dateStyle: 'medium', timeStyle: 'short' });

const format = (date: Date, options: Intl.DateTimeFormatOptions): string | undefined =>
  Number.isNaN(date.getTime())
    ? undefined
    : new Intl.DateTimeFormat(toRegionalLocale(i18next.language), options).format(date);
