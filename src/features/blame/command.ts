import { type Command, misuse } from '../../extend/command.ts';

const HELP = `quire blame <file> [<path>]

Tells for each value of a record who brought it, when, and in which commit.

  <file>  a file of the content folder, such as pages/en/about.yaml
  <path>  only the values at this path, such as fields.price or regions.main.0

CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

Exit codes: 0 done, 1 refused, 2 wrong arguments.
`;

interface Blame {
  readonly values: readonly {
    readonly path: readonly (string | number)[];
    readonly of: 'value' | 'item';
    readonly commit: string | null;
  }[];
  readonly commits: readonly {
    readonly commit: string;
    readonly at: string;
    readonly author: { readonly name: string };
    readonly message: string | null;
    readonly note: string | null;
  }[];
}

const DATE_LENGTH = 10;
const ABBREVIATED = 8;

export const blameCommand: Command = {
  help: HELP,
  readsConfig: true,
  async run(args, { withInterface }) {
    const [file, path = '', ...others] = args;
    if (file === undefined || others.length > 0) return misuse('quire blame takes a file, and a path of a value', HELP);
    return withInterface(`GET /api/admin/blame?file=${encodeURIComponent(file)}`, async (ask) => {
      const { data } = await ask({ call: 'GET /blame', query: { file: file.replaceAll('\\', '/') } });
      for (const line of describeBlame(data as Blame, path)) process.stdout.write(`${line}\n`);
      return 0;
    });
  },
};

/** A line for each value at a path, in columns. */
function describeBlame({ values, commits }: Blame, path: string): readonly string[] {
  const byId = new Map(commits.map((one) => [one.commit, one]));
  const rows = values
    .filter(({ of }) => of === 'value')
    .map(({ path: at, commit }) => ({ at: at.join('.'), by: byId.get(commit ?? '') }))
    .filter(({ at }) => path === '' || at === path || at.startsWith(`${path}.`));
  const width = Math.max(0, ...rows.map(({ at }) => at.length));
  const nameWidth = Math.max(0, ...rows.map(({ by }) => by?.author.name.length ?? 0));
  return rows.map(({ at, by }) => {
    if (!by) return `${at.padEnd(width)}  not committed`;
    const { commit, at: time, author, note, message } = by;
    const who = `${commit.slice(0, ABBREVIATED)} ${time.slice(0, DATE_LENGTH)} ${author.name.padEnd(nameWidth)}`;
    return `${at.padEnd(width)}  ${who}  ${(note ?? message ?? '').split('\n')[0]}`;
  });
}
