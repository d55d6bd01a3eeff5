import { useTranslation } from 'react-i18next';
import { type FieldPart, findFieldProblems } from './fieldProblems.ts';
import { type FieldNode, nodeAt } from './layout/fieldNodes.ts';

/** A problem that the server has found, with its path below the schema. */
export interface SchemaProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** What is wrong about a field, in words, by the part that it is about. */
export type ProblemTexts = ReadonlyMap<FieldPart | 'other', string>;

export const NO_PROBLEM_TEXTS: ProblemTexts = new Map();

/** The problems of each field in words. Those of the field `except`, which is being made, come when it is left. */
export function useProblemTexts(
  nodes: readonly FieldNode[],
  serverProblems: readonly SchemaProblem[],
  except: number | null,
): ReadonlyMap<number, ProblemTexts> {
  const { t } = useTranslation();
  const texts = new Map<number, Map<FieldPart | 'other', string>>();
  const put = (id: number, part: FieldPart | 'other', text: string): void => {
    texts.set(id, new Map([...(texts.get(id) ?? []), [part, text]]));
  };
  for (const { path, message } of serverProblems) {
    const at = nodeAt(nodes, path);
    if (at) put(at.node.id, findFieldPart(at.rest), message);
  }
  for (const { id, part, message } of findFieldProblems(nodes)) {
    if (id !== except) put(id, part, t(`types.fieldProblems.${message}`));
  }
  return texts;
}

const PARTS: readonly string[] = ['name', 'options', 'fields', 'min', 'pattern', 'condition', 'body'];

const findFieldPart = ([first = '']: readonly string[]): FieldPart | 'other' =>
  PARTS.includes(first) ? (first as FieldPart) : 'other';
