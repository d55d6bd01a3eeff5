import type { TFunction } from 'i18next';
import { findFieldFacts, type Measure } from '../../../fields/facts.ts';
import { countCharacters, toPlainText } from '../../richText/document/toPlainText.ts';
import type { Field } from '../../wire/interface.ts';

/** What a field asks for, in words; undefined if there are no limits. */
export function limitsOf({ type, min, max, patternHelp }: Field, t: TFunction): string | undefined {
  const measure = findFieldFacts(type)?.measure;
  const words = measure && (min !== undefined || max !== undefined) ? boundsText(measure, { min, max }, t) : undefined;
  return [words, patternHelp].filter(Boolean).join(' ') || undefined;
}

function boundsText(
  measure: Measure,
  { min, max }: { readonly min: number | undefined; readonly max: number | undefined },
  t: TFunction,
): string {
  if (min === undefined) return t(`fields.limits.${measure}.most`, { max });
  if (max === undefined) return t(`fields.limits.${measure}.least`, { min });
  return t(`fields.limits.${measure}.both`, { min, max });
}

/** What is wrong with a value that somebody has left, as far as its field tells; the server has the last word. */
export function problemWith(field: Field, value: unknown, t: TFunction): string | undefined {
  if (isMissingValue(value)) return field.required ? t('fields.needed') : undefined;
  return boundsProblem(field, value, t) ?? formProblem(field, value, t);
}

const isMissingValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function boundsProblem(field: Field, value: unknown, t: TFunction): string | undefined {
  const { min = -Infinity, max = Infinity, type } = field;
  const size = measureValue(findFieldFacts(type)?.measure, value);
  if (size === undefined || (size >= min && size <= max)) return undefined;
  return limitsOf({ ...field, patternHelp: undefined }, t);
}

function measureValue(measure: Measure | null | undefined, value: unknown): number | undefined {
  if (measure === 'number') return typeof value === 'number' ? value : undefined;
  if (measure === 'entries') return Array.isArray(value) ? value.length : undefined;
  if (!measure) return undefined;
  return countCharacters(typeof value === 'string' ? value : toPlainText(value));
}

const FORMS: Readonly<Record<string, { readonly form: RegExp; readonly words: 'email' | 'url' }>> = {
  email: { form: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, words: 'email' },
  url: { form: /^(?:https?:\/\/\S|mailto:\S|tel:\S|\/|#)/i, words: 'url' },
};

function formProblem({ type, pattern, patternHelp }: Field, value: unknown, t: TFunction): string | undefined {
  if (typeof value !== 'string') return undefined;
  const known = FORMS[type];
  if (known && !known.form.test(value)) return t(`server.${known.words}`);
  return pattern !== undefined && !fits(value, pattern) ? (patternHelp ?? t('server.pattern')) : undefined;
}

/** Longer texts are left to the server: a pattern may take a browser too long. */
const MOST_CHARACTERS = 1000;

function fits(value: string, pattern: string): boolean {
  if (value.length > MOST_CHARACTERS) return true;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}
