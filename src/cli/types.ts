import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packageFile } from '../lib/disk/packageFile.ts';
import { readFileIfExists } from '../lib/disk/readFileIfExists.ts';
import { writeFileDurably } from '../lib/disk/writeFileDurably.ts';
import type { Problem } from '../model/entry.ts';
import { openFolder } from '../sync/checkFolder.ts';
import { showTypes } from '../view/typescript/showTypes.ts';
import { type FoundContent, findContent } from './check/findContent.ts';
import { type Command, misuse, refuse } from './run/command.ts';
import { TYPE_SOURCES, watchTypes } from './watchTypes.ts';

const HELP = `quire types [--out <file>] [--watch | --check]

Writes TypeScript types of what the public interface answers: a page for every content type, a block for every block
type, unions of them, and a Site for the client (docs/client.md). CONTENT_DIR says where the content is; no server is
needed. The same types make the same file.

  --out <file>  writes the file, where it differs; without it the types are printed
  --watch       goes on, and writes the file anew when a type changes, until it is stopped
  --check       writes nothing; ends with 1 when the file is not what would be written

Exit codes: 0 done, 1 a type cannot be read or the file is out of date, 2 wrong arguments.
`;

interface Options {
  readonly out?: string;
  readonly watch: boolean;
  readonly check: boolean;
}

/** What is asked for, or what is wrong with the arguments. */
function readOptions(args: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        out: { type: 'string' },
        watch: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    });
    if (values.watch && values.check) return '--watch and --check cannot be given together';
    if ((values.watch || values.check) && values.out === undefined) return '--watch and --check need --out <file>';
    return values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') return misuse(options, HELP);
  const content = findContent();
  const { out, check, watch } = options;
  if (out === undefined) return make(content, print);
  const file = resolve(out);
  if (check) return make(content, (text) => compare(file, text));
  const write = (): Promise<number> => make(content, (text) => writeIfNew(file, text));
  return watch ? watchTypes(content.root, write) : write();
}

/** Makes the types and does something with them. Half of the types would be wrong ones: says what cannot be read instead. */
async function make(content: FoundContent, use: (text: string) => Promise<number>): Promise<number> {
  const { store } = await openFolder({ ...content, only: TYPE_SOURCES });
  const problems = store.problems();
  if (problems.length > 0) return refuse(...problems.map(showProblem));
  return use(`${HEADER}\n${readFileSync(packageFile('dist/client/content.d.ts'), 'utf8')}\n${showTypes(store)}`);
}

const HEADER = `// Made by \`quire types\` from the content types and block types of the site: published content as the public interface
// answers it. Do not edit: the next run writes it anew.
`;

const showProblem = ({ path, line = 1, column = 1, message }: Problem): string =>
  `${path}:${line}:${column}: error ${message}`;

async function print(text: string): Promise<number> {
  process.stdout.write(text);
  return 0;
}

async function compare(file: string, text: string): Promise<number> {
  // Git may have checked the file out with the line ends of Windows.
  const isSame = (await readFileIfExists(file))?.replaceAll('\r\n', '\n') === text;
  return isSame ? 0 : refuse(`${file} is out of date: quire types --out ${file}`);
}

async function writeIfNew(file: string, text: string): Promise<number> {
  const isNew = (await readFileIfExists(file)) !== text;
  if (isNew) {
    mkdirSync(dirname(file), { recursive: true });
    await writeFileDurably(file, text, 0o644);
  }
  process.stdout.write(`${file} ${isNew ? 'was written' : 'is up to date'}\n`);
  return 0;
}

export const types: Command = { help: HELP, run };
