import { trimEnd } from '../../lib/text/trimEnds.ts';
import { compilePathPattern } from './pathPattern.ts';

interface IgnoreRule {
  /** Whether what it matches is not ignored (`!pattern`). */
  readonly isException: boolean;
  /** Whether it matches folders only (`pattern/`). */
  readonly onlyFolders: boolean;
  matches(path: string): boolean;
}

/** A file of ignored paths (gitignore); its patterns are relative to `folder`, which is empty or ends with a slash. */
export interface IgnoreFile {
  readonly folder: string;
  readonly rules: readonly IgnoreRule[];
}

/** Anybody may have written the file, and each path is compared with each of its rules. */
const MAX_RULES = 1000;

/** Reads a file of ignored paths, up to a thousand rules. */
export function parseIgnoreFile(text: string, folder: string): IgnoreFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const patterns = lines.map(trimIgnoreLine).filter((line) => line !== '' && !line.startsWith('#'));
  return { folder, rules: patterns.slice(0, MAX_RULES).map(parseRule) };
}

/** Spaces at the end count only after a backslash. */
const trimIgnoreLine = (line: string): string => {
  const trimmed = trimEnd(line, / /);
  return trimmed.endsWith('\\') && trimmed !== line ? `${trimmed} ` : trimmed;
};

function parseRule(line: string): IgnoreRule {
  const isException = line.startsWith('!');
  const pattern = isException ? line.slice(1) : line;
  const onlyFolders = pattern.endsWith('/');
  return { isException, onlyFolders, matches: compilePathPattern(onlyFolders ? pattern.slice(0, -1) : pattern) };
}

/** Whether a path itself matches; the later file and the later rule count. Says nothing about the folders above it. */
export function isIgnoredIn(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const inside = path.slice(folder.length);
    const rule = rules.findLast(({ onlyFolders, matches }) => (isFolder || !onlyFolders) && matches(inside));
    if (rule) return !rule.isException;
  }
  return false;
}
