import type { FrameCall, FrameQuestion } from '../../../frame/types.ts';
import { isValueObject } from '../../form/values.ts';
import { FrameRefusal } from './FrameRefusal.ts';

/** How long texts of frames may be where Quire shows them. */
const MOST = { title: 100, text: 500, action: 40, note: 200, path: 1000, types: 50 };
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

const objectOf = (input: unknown): Readonly<Record<string, unknown>> => (isValueObject(input) ? input : refuse());

function refuse(): never {
  throw new FrameRefusal('input');
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most ? value : refuse();

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.length <= MOST.types ? value.map((one) => textOf(one, MOST.title)) : refuse();

/** A proposed value; without a field it is for the input that the frame is. @throws FrameRefusal */
export function readProposedValue(input: unknown): { readonly field: string | undefined; readonly value: unknown } {
  const { field, value } = objectOf(input);
  return { field: field === undefined ? undefined : textOf(field, MOST.title), value };
}

/** @throws FrameRefusal */
export function readPageOptions(input: unknown): { readonly types?: readonly string[]; readonly locale?: string } {
  const { types, locale } = objectOf(input);
  return {
    ...(types !== undefined && { types: textsOf(types) }),
    ...(locale !== undefined && { locale: textOf(locale, MOST.title) }),
  };
}

/** @throws FrameRefusal */
export const readMediaOptions = (input: unknown): { readonly isPicture: boolean } => ({
  isPicture: objectOf(input)['isPicture'] === true,
});

/** @throws FrameRefusal */
export function readQuestion(input: unknown): Required<FrameQuestion> {
  const { title, text, action, isDangerous } = objectOf(input);
  return {
    title: textOf(title, MOST.title),
    text: textOf(text, MOST.text),
    action: textOf(action, MOST.action),
    isDangerous: isDangerous === true,
  };
}

/** @throws FrameRefusal */
export function readNote(input: unknown): { readonly text: string; readonly isError: boolean } {
  const { text, isError } = objectOf(input);
  return { text: textOf(text, MOST.note), isError: isError === true };
}

/** @throws FrameRefusal */
export function readCall(input: unknown): FrameCall & { readonly path: string } {
  const { path, method = 'GET', query, body } = objectOf(input);
  return {
    path: textOf(path, MOST.path),
    method: METHODS.find((one) => one === method) ?? refuse(),
    query: query === undefined ? {} : readQuery(query),
    ...(body !== undefined && { body }),
  };
}

const readQuery = (query: unknown): NonNullable<FrameCall['query']> =>
  Object.fromEntries(
    Object.entries(objectOf(query)).map(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [name, value] : refuse(),
    ),
  );
