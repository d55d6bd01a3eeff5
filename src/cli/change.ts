import { parseArgs } from 'node:util';
import type { Cms } from '../cms/cms.ts';
import { type Command, misuse } from '../extend/command.ts';
import { cleanLine } from '../lib/text/cleanLine.ts';
import { SYSTEM } from '../model/access.ts';
import type { RecordClash } from '../model/clash.ts';
import type { ValueDifference } from '../model/merge/diffData.ts';
import type { Proposal } from '../proposal/findProposal.ts';
import type { RecordDifference } from '../write/merge/diffRecords.ts';
import type { ClashResolution } from '../write/resolve/clashResolutions.ts';
import { withCms } from './run/withCms.ts';

const MAX_TITLE = 200;
const SIDES = ['live', 'change'] as const;
type PreferredSide = (typeof SIDES)[number];

const HELP = `quire change list
quire change show <name>
quire change start <title> [--from <ref>]
quire change update <name> [--take ${SIDES.join('|')}]
quire change publish <name> [--take ${SIDES.join('|')}]
quire change drop <name>
quire change restore <name>

Works on changes: edits that are not live yet, each on its own branch.

  list     lists the changes, and those dropped in the last thirty days
  show     shows what a change edits, where it clashes with the live site, and the problems publishing it would cause
  start    starts a change
  update   merges the live site into a change
  publish  makes a change live, as one commit
  drop     drops a change; it is kept for thirty days
  restore  brings a dropped change back

  --from <ref>   starts from another change, a branch, a tag or a commit instead of the live site
  --take <side>  keeps this side's value wherever both sides have changed it; without it, the command refuses such
                 clashes and lists them

CONTENT_DIR is the content folder, PRIVATE_DIR the private one.

Exit codes: 0 done; 1 refused, nothing has changed, or for "show": it cannot be published as it is; 2 wrong arguments.
`;

const OPTIONS = { from: { type: 'string' }, take: { type: 'string' } } as const;

/** The parsed arguments of a task. */
interface Request {
  /** The name of a change; for `startChange`, the title of the new one. */
  readonly name: string;
  readonly from: string | undefined;
  readonly take: PreferredSide | undefined;
}

interface ChangeTask {
  /** The endpoint that does the same on a running server. */
  readonly endpoint: string;
  readonly argument?: string;
  readonly options?: readonly (keyof typeof OPTIONS)[];
  /** @returns the exit code */
  run(cms: Cms, request: Request): Promise<number>;
}

const TASKS: Readonly<Record<string, ChangeTask>> = {
  list: { endpoint: 'GET /changes', run: printChangeList },
  show: { endpoint: 'GET /changes/<name>', argument: 'the name of a change', run: printChange },
  start: { endpoint: 'POST /changes', argument: 'a title', options: ['from'], run: startChange },
  update: { endpoint: 'POST /changes/<name>/update', argument: 'the name of a change', options: ['take'], run: update },
  publish: {
    endpoint: 'POST /changes/<name>/publish',
    argument: 'the name of a change',
    options: ['take'],
    run: publishChange,
  },
  drop: { endpoint: 'DELETE /changes/<name>', argument: 'the name of a change', run: dropChange },
  restore: { endpoint: 'POST /changes/<name>/restore', argument: 'the name of a change', run: restoreChange },
};

async function run(args: readonly string[]): Promise<number> {
  const read = readChangeArguments(args);
  if (typeof read === 'string') return misuse(read, HELP);
  const { task, request } = read;
  const [method, path = ''] = task.endpoint.split(' ');
  return withCms({
    whileServed: (url) =>
      `A server is running on this folder. Ask it instead, or stop it first:\n\n  ${method} ${url}/api/admin${path.replace('<name>', encodeURIComponent(request.name))}`,
    run: (cms) => task.run(cms, request),
  });
}

/** Returns the task and its request, or a message about wrong arguments. */
function readChangeArguments(
  args: readonly string[],
): { readonly task: ChangeTask; readonly request: Request } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [word = '', name = '', ...others] = positionals;
    const task = Object.hasOwn(TASKS, word) ? TASKS[word] : undefined;
    if (!task) return `quire change needs one of: ${Object.keys(TASKS).join(', ')}`;
    const { argument, options = [] } = task;
    if (others.length > 0 || (name === '') !== (argument === undefined))
      return `quire change ${word} takes ${argument ?? 'no arguments'}`;
    if (word === 'start' && (cleanLine(name) !== name || name.length > MAX_TITLE))
      return `A title is one line of at most ${MAX_TITLE} characters`;
    const other = Object.keys(values).find((option) => !options.some((one) => one === option));
    if (other !== undefined) return `quire change ${word} has no --${other}`;
    const take = SIDES.find((side) => side === values.take);
    if (values.take !== undefined && !take) return `--take must be one of ${SIDES.join(', ')}`;
    return { task, request: { name, from: values.from, take } };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function printChangeList({ proposals, proposalSchedule }: Cms): Promise<number> {
  for (const branch of await proposals.list()) {
    const proposal = await proposals.read(branch);
    const at = proposalSchedule.of(proposal.name);
    say(
      `${proposal.name}: ${proposal.title} (${describeDivergence(proposal)})${at === null ? '' : `, to be published ${at}`}`,
    );
  }
  for (const { name, keptUntil } of await proposals.dropped()) say(`${name}: dropped, kept until ${keptUntil}`);
  return 0;
}

async function printChange({ proposals }: Cms, { name }: Request): Promise<number> {
  const proposal = await proposals.get(name);
  const { records, files, clashes, conflicts, problem } = await proposals.describe(proposal);
  const problems = problem ? [] : await proposals.problems(name);
  say(`${proposal.name}: ${proposal.title} (${describeDivergence(proposal)})`);
  for (const record of records) sayRecord(record);
  for (const file of files) say(`file ${file}`);
  for (const clash of clashes)
    say(`clash ${clashName(clash)}: ${showPath(clash.path)}, changed here and on the live site`);
  for (const path of conflicts) say(`clash file ${path}, changed here and on the live site`);
  for (const { path, severity, message } of problems) say(`${severity} ${path}: ${message}`);
  if (problem) say(`error ${proposal.ref}: ${problem.message}`);
  const isHeldUp =
    problem !== null || clashes.length + conflicts.length > 0 || problems.some(({ severity }) => severity === 'error');
  return isHeldUp ? 1 : 0;
}

async function startChange({ proposals }: Cms, { name: title, from }: Request): Promise<number> {
  const { name, branch } = await proposals.make({ title, from }, SYSTEM);
  say(`Started the change ${name} on the branch ${branch}`);
  return 0;
}

async function update({ proposals }: Cms, { name, take }: Request): Promise<number> {
  // The live site is merged into the change, so it is "theirs".
  const choices = await choose(proposals, name, take && (take === 'live' ? 'theirs' : 'ours'));
  const proposal = await proposals.update(name, { choices, actor: SYSTEM });
  say(`${proposal.name} is up to date (${describeDivergence(proposal)})`);
  return 0;
}

async function publishChange({ proposals }: Cms, { name, take }: Request): Promise<number> {
  const { head } = await proposals.get(name);
  const choices = await choose(proposals, name, take && (take === 'live' ? 'ours' : 'theirs'));
  const { commit } = await proposals.publish(name, { choices, actor: SYSTEM, head });
  say(commit === null ? `Everything in ${name} was already live` : `${name} is live: ${commit}`);
  return 0;
}

async function dropChange({ proposals }: Cms, { name }: Request): Promise<number> {
  await proposals.drop(name, SYSTEM);
  say(`Dropped ${name}: bring it back with "quire change restore ${name}"`);
  return 0;
}

async function restoreChange({ proposals }: Cms, { name }: Request): Promise<number> {
  const proposal = await proposals.bringBack(name);
  say(`${proposal.name} is back (${describeDivergence(proposal)})`);
  return 0;
}

/** Chooses the same side for every clash; chooses nothing when no side is given. */
async function choose(
  proposals: Cms['proposals'],
  name: string,
  take: 'ours' | 'theirs' | undefined,
): Promise<readonly ClashResolution[]> {
  if (take === undefined) return [];
  const { clashes } = await proposals.describe(await proposals.get(name));
  return clashes.map(({ kind, key, path }: RecordClash) => ({ kind, key, path, take }));
}

const describeDivergence = ({ ahead, behind, source }: Proposal): string =>
  `${ahead} ahead, ${behind} behind${source === 'host' ? ', at the git host' : ''}`;

const SIGNS = { created: '+', updated: '~', deleted: '-' };

/** The kind and key of a record; the settings have no key. */
const clashName = ({ kind, key }: Pick<RecordClash, 'kind' | 'key'>): string => (key === '' ? kind : `${kind} ${key}`);

function sayRecord(record: RecordDifference): void {
  const { title, change, renamedFrom, values } = record;
  const renamed = renamedFrom === undefined ? '' : `, was ${renamedFrom}`;
  say(`${SIGNS[change]} ${clashName(record)}: ${title}${renamed}`);
  if (change !== 'updated') return;
  for (const value of values ?? []) say(describeValueDifference(value), 4);
}

function describeValueDifference({ path, change, before, after }: ValueDifference): string {
  const words = {
    added: () => `added: ${short(after)}`,
    removed: () => `removed: ${short(before)}`,
    changed: () => `${short(before)} → ${short(after)}`,
    moved: () => 'moved',
  };
  return `${showPath(path)}: ${words[change]()}`;
}

const showPath = (path: readonly (string | number)[]): string => (path.length > 0 ? path.join('.') : 'the record');

const MAX_VALUE = 120;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** Prints a line without control characters: names and values come from other people. */
const say = (text: string, indent = 0): void => void process.stdout.write(`${' '.repeat(indent)}${cleanLine(text)}\n`);

export const changeCommand: Command = { help: HELP, readsConfig: true, run };
