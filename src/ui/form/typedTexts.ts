import type { WireProblem } from '../wire/WireError.ts';
import { type FormPath, type FormValues, getValueAt, isRegion } from './values.ts';

/** Text that is typed for a value, where the value is not the text itself (JSON). `problem` says why it is no value yet. */
export interface TypedText {
  readonly text: string;
  readonly problem?: string | undefined;
}

/** Typed texts by the path of their value, with the key of a block in place of its index: blocks are moved. */
export type TypedTexts = Readonly<Record<string, TypedText>>;

interface KeyedBlock {
  readonly key?: string;
}

export function textName(values: FormValues, path: FormPath): string {
  const block = isRegion(path.slice(0, 2))
    ? (getValueAt(values, path.slice(0, 3)) as KeyedBlock | undefined)
    : undefined;
  return [...path.slice(0, 2), ...path.slice(2, 3).map((index) => block?.key ?? index), ...path.slice(3)].join('/');
}

/** The problems of typed texts whose values are still there. */
export function problemsOfTexts(texts: TypedTexts, values: FormValues): readonly WireProblem[] {
  return Object.entries(texts).flatMap(([name, { problem }]) => {
    const path = problem === undefined ? undefined : pathOfText(name, values);
    return problem === undefined || path === undefined ? [] : [{ code: 'UNFINISHED', message: problem, path }];
  });
}

function pathOfText(name: string, values: FormValues): readonly string[] | undefined {
  const path = name.split('/');
  if (!isRegion(path.slice(0, 2))) return path;
  const blocks = (getValueAt(values, path.slice(0, 2)) ?? []) as readonly KeyedBlock[];
  const index = blocks.findIndex(({ key }) => key === path[2]);
  return index < 0 ? undefined : path.map((part, at) => (at === 2 ? String(index) : part));
}
