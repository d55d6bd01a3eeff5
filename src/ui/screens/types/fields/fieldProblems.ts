import { isValueObject } from '../../../form/values.ts';
import { isUnfinishedTest, readConditionList } from './condition/conditionList.ts';
import { fieldKindForm } from './fieldKinds.ts';
import { optionsOf } from './inputs/fieldOptions.ts';
import { type FieldNode, isWrittenElse } from './layout/fieldNodes.ts';
import { asksOnly } from './previewFields.ts';

/** The part of a field's form that a problem is about. */
export type FieldPart = 'name' | 'options' | 'fields' | 'min' | 'pattern' | 'condition' | 'body';

const MESSAGES = [
  ...(['noName', 'badName', 'usedName', 'noInnerFields', 'noOptions', 'emptyOption', 'sameOption'] as const),
  ...(['minAboveMax', 'badPattern', 'lostCondition', 'unfinishedCondition', 'misplacedBody', 'secondBody'] as const),
];
export type FieldMessage = (typeof MESSAGES)[number];

/** What is unfinished or wrong about a field. */
export interface FieldProblem {
  readonly id: number;
  readonly part: FieldPart;
  readonly message: FieldMessage;
}

/** Where a field is among the others. */
interface FieldPosition {
  readonly siblings: readonly FieldNode[];
  readonly isNested: boolean;
}

type FieldNodeRule = (node: FieldNode, position: FieldPosition) => FieldMessage | undefined | false;

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,99}$/;
const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** The rules of the server that can be told while a type is being built. */
const RULES: readonly (readonly [FieldPart, FieldNodeRule])[] = [
  ['name', nameProblem],
  ['options', optionsProblem],
  ['fields', (node) => fieldKindForm(node.field.type).nests && isEmptyGroup(node) && 'noInnerFields'],
  ['min', ({ field: { min, max } }) => Number(min ?? -Infinity) > Number(max ?? Infinity) && 'minAboveMax'],
  ['pattern', ({ field: { pattern } }) => typeof pattern === 'string' && !isUsablePattern(pattern) && 'badPattern'],
  ['condition', conditionProblem],
  ['body', bodyProblem],
];

/** What is unfinished or wrong in a tree of fields, in its order. */
export const findFieldProblems = (nodes: readonly FieldNode[], isNested = false): readonly FieldProblem[] =>
  nodes.flatMap((node) => [
    ...RULES.flatMap(([part, rule]) => {
      const message = rule(node, { siblings: nodes, isNested });
      return message ? [{ id: node.id, part, message }] : [];
    }),
    ...findFieldProblems(node.children, true),
  ]);

function nameProblem({ field: { name } }: FieldNode, { siblings }: FieldPosition): FieldMessage | undefined {
  if (name === '') return 'noName';
  if (!NAME.test(name) || RESERVED.includes(name)) return 'badName';
  return siblings.filter(({ field }) => field.name === name).length > 1 ? 'usedName' : undefined;
}

function optionsProblem({ field }: FieldNode): FieldMessage | undefined {
  if (!fieldKindForm(field.type).hasOptions) return undefined;
  const values = optionsOf(field).map(({ value }) => value);
  if (values.length === 0) return 'noOptions';
  if (values.includes('')) return 'emptyOption';
  return new Set(values).size < values.length ? 'sameOption' : undefined;
}

const isEmptyGroup = (node: FieldNode): boolean => node.children.length === 0 && !isWrittenElse(node);

/** The server has no lookaround and no backreferences. */
const UNKNOWN_SYNTAX = /\(\?(?:[=!]|<[=!])|\\[1-9]/;

const isUsablePattern = (pattern: string): boolean =>
  !UNKNOWN_SYNTAX.test(pattern) && ['u', ''].some((flags) => compiles(pattern, flags));

function compiles(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

function conditionProblem({ field }: FieldNode, { siblings }: FieldPosition): FieldMessage | undefined {
  const condition = field['condition'];
  if (!isValueObject(condition)) return undefined;
  const names = siblings.map((one) => one.field.name).filter((name) => name !== field.name);
  if (!asksOnly(condition, names)) return 'lostCondition';
  // What is only edited as JSON is left to the server.
  const tests = readConditionList(condition)?.tests ?? [];
  return tests.some(isUnfinishedTest) ? 'unfinishedCondition' : undefined;
}

function bodyProblem(node: FieldNode, { siblings, isNested }: FieldPosition): FieldMessage | undefined {
  if (node.field['body'] !== true) return undefined;
  if (isNested || !fieldKindForm(node.field.type).canBeBody) return 'misplacedBody';
  return siblings.find(({ field }) => field['body'] === true) === node ? undefined : 'secondBody';
}
