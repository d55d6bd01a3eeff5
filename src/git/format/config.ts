/** The values of a git config file by `section.key` or `section.subsection.key`, section and key in lower case (git-config, "Syntax"). */
export type GitConfig = ReadonlyMap<string, string>;

const SECTION = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]\s*/;
const VARIABLE = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Reads one config file; the last value of a key counts, lines that make no sense are skipped, includes are not followed. */
export function parseConfig(text: string): GitConfig {
  const values = new Map<string, string>();
  let section = '';
  for (const line of joinContinued(text)) {
    const header = SECTION.exec(line);
    if (header) section = sectionName(header[1]!, header[2]);
    const variable = VARIABLE.exec(line.slice(header?.[0].length ?? 0));
    if (variable && section) values.set(`${section}.${variable[1]!.toLowerCase()}`, parseConfigValue(variable[2]));
  }
  return values;
}

const joinContinued = (text: string): string[] =>
  text
    .replace(/\\\r?\n/g, '')
    .split(/\r?\n/)
    .map((line) => line.trim());

function sectionName(name: string, subsection: string | undefined): string {
  const lower = name.toLowerCase();
  return subsection === undefined ? lower : `${lower}.${subsection.replace(/\\(.)/g, '$1')}`;
}

/** A key without a value means true. */
function parseConfigValue(raw: string | undefined): string {
  if (raw === undefined) return 'true';
  let quoted = false;
  let value = '';
  for (const [token] of raw.matchAll(/\\.|./gs)) {
    if (token === '"') quoted = !quoted;
    else if (!quoted && (token === '#' || token === ';')) break;
    else value += token.length === 2 ? (ESCAPES[token[1]!] ?? token[1]!) : token;
  }
  return value.trim();
}

/** Git's booleans; an absent value is false. */
export const isTrue = (value: string | undefined): boolean => /^(true|yes|on|1)$/i.test(value ?? '');
