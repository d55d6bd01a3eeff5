import { parseArgs } from 'node:util';
import { type Command, misuse } from '../../extend/command.ts';
import type { ValueDifference } from '../../model/merge/diffData.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';

const HELP = `quire compare <from> [<to>] [--type <slug>] [--kind <kind>]

Lists the records in which two versions of the site differ, value by value.

  <from>, <to>    a time such as 2026-03-01, a change, a branch, a tag or a commit; <to> is what is live unless given
  --type <slug>   only records of this content type or block type
  --kind <kind>   only records of this kind, such as page or menu

CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

Exit codes: 0 nothing differs, 1 something differs, or refused; 2 wrong arguments.
`;

const OPTIONS = { type: { type: 'string' }, kind: { type: 'string' } } as const;
const LIMIT = 1000;

export const compareCommand: Command = {
  help: HELP,
  readsConfig: true,
  async run(args, { withInterface }) {
    const query = readCompareArguments(args);
    if (typeof query === 'string') return misuse(query, HELP);
    return withInterface(`GET /api/admin/compare?${new URLSearchParams(query)}`, async (ask) => {
      let total = 0;
      for (let offset = 0; offset <= total; offset += LIMIT) {
        const { data, meta } = await ask({ call: 'GET /compare', query: { ...query, limit: LIMIT, offset } });
        ({ total } = meta as { readonly total: number });
        const lines = (data as readonly RecordDifference[]).flatMap(linesOfRecord);
        for (const line of lines) process.stdout.write(`${line}\n`);
      }
      return total > 0 ? 1 : 0;
    });
  },
};

function readCompareArguments(args: readonly string[]): Record<string, string> | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [from, to, ...others] = positionals;
    if (from === undefined || others.length > 0) return 'quire compare takes one or two versions';
    return { from, ...(to !== undefined && { to }), ...values };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const linesOfRecord = ({ kind, key, change, renamedFrom, values }: RecordDifference): readonly string[] => [
  `${kind} ${key} (${change}${renamedFrom === undefined ? '' : `, was ${renamedFrom}`})`,
  ...(change === 'updated' ? (values ?? []).flatMap(linesOfValue) : []),
];

const linesOfValue = ({ path, change, before, after }: ValueDifference): readonly string[] => {
  const at = path.join('.');
  if (change === 'moved') return [`  > ${at}`];
  return [
    ...(before === undefined ? [] : [`  - ${at}: ${JSON.stringify(before)}`]),
    ...(after === undefined ? [] : [`  + ${at}: ${JSON.stringify(after)}`]),
  ];
};
