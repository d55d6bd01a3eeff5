import { resolve } from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';

/** A regular expression of the source: where it stands and what it is; `source` is undefined where that shows only as it runs. */
export interface FoundPattern {
  readonly place: string;
  readonly source: string | undefined;
  readonly flags: string;
}

const SOURCE = `${resolve('src')}/`;
/** The interface's words: one of them is named `pattern`. */
const WORDS = `${SOURCE}ui/i18n/`;

/** Every regular expression below `src/`: literals, constructions, and the `pattern` of a schema. */
export function findPatterns(): readonly FoundPattern[] {
  const api = new API({ cwd: resolve('.') });
  try {
    const [project] = api.updateSnapshot({ openProject: resolve('tsconfig.json') }).getProjects();
    const { program } = project!;
    const files = program.getSourceFileNames().filter((name) => name.startsWith(SOURCE) && !name.startsWith(WORDS));
    return files.flatMap((name) => patternsIn(program.getSourceFile(name)!, name));
  } finally {
    api.close();
  }
}

function patternsIn(file: SourceFile, name: string): readonly FoundPattern[] {
  const found: FoundPattern[] = [];
  const path = name.slice(resolve('.').length + 1);
  const visit = (node: Node): void => {
    const pattern = patternOf(node);
    const line = file.text.slice(0, node.getStart(file)).split('\n').length;
    if (pattern) found.push({ place: `${path}:${line}`, ...pattern });
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function patternOf(node: Node): Omit<FoundPattern, 'place'> | undefined {
  if (isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (isConstruction(node)) return { source: undefined, flags: 'u' };
  if (!isPropertyAssignment(node) || !isIdentifier(node.name) || node.name.text !== 'pattern') return undefined;
  const source = textOf(node.initializer);
  return source === undefined ? undefined : { source, flags: 'u' };
}

/** A text as it stands in the source; what is put into it when it runs is taken for two words. */
function textOf(node: Node): string | undefined {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `(?:ab|cd)${literal.text}`).join('');
}

const isConstruction = (node: Node): boolean =>
  (isNewExpression(node) || isCallExpression(node)) &&
  isIdentifier(node.expression) &&
  node.expression.text === 'RegExp';
