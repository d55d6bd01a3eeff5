import { parseArgs } from 'node:util';
import { type AskInterface, type Command, misuse } from '../../extend/command.ts';

const HELP = `quire undo [--by <who>] [--since <time>] [--until <time>] [--type <type>] [--record <record>] [--dry-run]

Takes back all edits that match, in a change, and keeps what others have edited since.

  --by <who>         user/1, api-key/3, git for commits made without Quire, or an author's e-mail address
  --since <time>     from this time on, such as 2026-03-01 or 2026-03-01T10:00:00Z
  --until <time>     before this time
  --type <type>      only records of this kind or type, such as menu or article
  --record <record>  only this record, such as page/12
  --title <text>     what the change is called
  --dry-run          lists the edits, and takes nothing back

CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

Exit codes: 0 done, 1 refused (nothing has changed), 2 wrong arguments.
`;

const OPTIONS = {
  by: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  type: { type: 'string' },
  record: { type: 'string' },
  title: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

interface Edit {
  readonly commit: string;
  readonly at: string;
  readonly author: { readonly name: string };
  readonly message: string | null;
}

const ABBREVIATED = 8;
const LIMIT = 100;

export const undoCommand: Command = {
  help: HELP,
  readsConfig: true,
  async run(args, { withInterface }) {
    const read = readUndoArguments(args);
    if (typeof read === 'string') return misuse(read, HELP);
    const { filter, title, isDry } = read;
    const asked = `POST /api/admin/undo ${JSON.stringify({ filter, ...title })}`;
    return withInterface(asked, (ask) => (isDry ? listEdits(filter, ask) : askToTakeBack({ filter, ...title }, ask)));
  },
};

async function listEdits(filter: object, ask: AskInterface): Promise<number> {
  let total = 0;
  for (let offset = 0; offset <= total; offset += LIMIT) {
    const { data, meta } = await ask({ call: 'GET /undo', query: { ...filter, limit: LIMIT, offset } });
    ({ total } = meta as { readonly total: number });
    for (const { commit, at, author, message } of data as readonly Edit[])
      printLine(`${commit.slice(0, ABBREVIATED)} ${at} ${author.name}: ${message ?? ''}`);
  }
  return 0;
}

interface UndoAnswer {
  readonly change: { readonly name: string; readonly title: string } | null;
  readonly undone: readonly string[];
  readonly records: readonly { readonly kind: string; readonly key: string; readonly change: string }[];
}

async function askToTakeBack(body: object, ask: AskInterface): Promise<number> {
  const { data } = await ask({ call: 'POST /undo', body });
  const { change, undone, records } = data as UndoAnswer;
  if (change) printLine(`${undone.length} edits are taken back in the change ${change.name} ("${change.title}"):`);
  else printLine(`Nothing is left of these ${undone.length} edits.`);
  for (const { kind, key, change: what } of records) printLine(`  ${kind} ${key} (${what})`);
  return 0;
}

function readUndoArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    const { by, title, 'dry-run': isDry = false, ...others } = values;
    const filter = { ...others, ...(by !== undefined && { actor: by }) };
    if (Object.keys(filter).length === 0) return 'quire undo must be told which edits are meant';
    return { filter, isDry, title: title === undefined ? {} : { title } };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`);
