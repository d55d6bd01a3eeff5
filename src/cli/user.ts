import type { ReadStream } from 'node:tty';
import { parseArgs } from 'node:util';
import { withFactors } from '../auth/factor/factors.ts';
import { passwordProblems } from '../auth/password/passwords.ts';
import type { Cms } from '../cms/cms.ts';
import { type Command, misuse, printRefusal } from '../extend/command.ts';
import { actorRefName, ROLES, SYSTEM } from '../model/access.ts';
import { emailKey } from '../model/entities/user.ts';
import { compareEntryIds } from '../model/entry.ts';
import { invalid } from '../model/errors.ts';
import { checkRoleName } from '../model/rights/siteRoles.ts';
import { createUser, updateUser } from '../write/record/user.ts';
import { setBreakGlass } from '../write/record/userProvider.ts';
import { withCms } from './run/withCms.ts';

const HELP = `quire user list
quire user add <e-mail> [--name <name>] [--role <role>] [--password-stdin]
quire user password <e-mail> [--password-stdin]
quire user break-glass <e-mail> [--password-stdin]
quire user unlock <e-mail>

Lists users, adds one (an editor unless --role is given: ${ROLES.join(', ')}, or the key of a role of your own) or sets
a user's password, which ends all of their sessions.
The password is asked for on the terminal, or read from standard input with --password-stdin. Users are kept in
PRIVATE_DIR and belong to the content in CONTENT_DIR.

break-glass makes the emergency account, or makes a user it: the one admin who signs in by password where OIDC_ONLY turns
passwords off. Whoever was it before is a user like others.

unlock is for the last admin who has lost a phone or a key: it takes the second factor and the passkeys away from a user,
and lifts what the user's role must sign in with.

Exit codes: 0 done, 1 refused: nothing has changed, 2 wrong arguments.
`;

const OPTIONS = {
  name: { type: 'string' },
  role: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
} as const;

/** The parsed arguments of a task. */
interface Request {
  readonly email: string;
  readonly name: string;
  readonly role: string | undefined;
  readonly isPiped: boolean;
}

type UserTask = (cms: Cms, request: Request) => Promise<number>;

const TASKS: Readonly<
  Record<string, { readonly task: UserTask; readonly endpoint: string | null; readonly arguments: number }>
> = {
  list: { task: printUsers, endpoint: 'GET /api/admin/users', arguments: 0 },
  add: { task: addUser, endpoint: 'POST /api/admin/users', arguments: 1 },
  password: { task: setPassword, endpoint: 'PUT /api/admin/users/<id>', arguments: 1 },
  // No request may make one: stop the server first.
  'break-glass': { task: makeEmergencyAccount, endpoint: null, arguments: 1 },
  unlock: { task: unlock, endpoint: null, arguments: 1 },
};

async function run(args: readonly string[]): Promise<number> {
  const read = readUserArguments(args);
  if (typeof read === 'string') return misuse(read, HELP);
  const { command, request } = read;
  return withCms({
    whileServed: (url) =>
      command.endpoint === null
        ? 'A server is running on this folder: stop it first'
        : `A server is running on this folder. Ask it instead, as an admin, or stop it first:\n\n  ${command.endpoint.replace(' ', ` ${url}`)}`,
    run: (cms) => command.task(cms, request),
  });
}

/** Returns the task and its request, or a message about wrong arguments. */
function readUserArguments(args: readonly string[]): { command: (typeof TASKS)[string]; request: Request } | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [name = '', email = '', ...others] = positionals;
    const command = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
    if (!command) return `quire user needs one of: ${Object.keys(TASKS).join(', ')}`;
    if (others.length > 0 || Number(email !== '') !== command.arguments)
      return `quire user ${name} takes ${command.arguments === 0 ? 'no arguments' : 'one e-mail address'}`;
    const { name: given = email.split('@')[0] ?? '', role, 'password-stdin': isPiped } = values;
    return { command, request: { email, name: given, role, isPiped } };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function printUsers({ store }: Cms): Promise<number> {
  const users = [...store.all('user')].sort(compareEntryIds);
  const width = Math.max(0, ...users.map(({ data }) => data.role.length));
  for (const { id, data } of users)
    process.stdout.write(`${String(id).padStart(4)}  ${data.role.padEnd(width)}  ${data.email}  ${data.name}\n`);
  return 0;
}

async function addUser({ store, writer, passwords }: Cms, { email, name, role, isPiped }: Request): Promise<number> {
  if (findUser(store, email)) return printRefusal(`There is already a user with the e-mail ${email}`);
  const unknown = role === undefined ? [] : checkRoleName(role, store);
  if (unknown.length > 0) throw invalid(unknown);
  const passwordHash = await passwords.hash(await readPassword(isPiped));
  const { entries } = await writer.write(createUser({ email, name, passwordHash, ...(role && { role }) }), SYSTEM);
  process.stdout.write(`Added user ${entries[0]?.id}: ${email}\n`);
  return 0;
}

async function setPassword({ store, writer, passwords }: Cms, { email, isPiped }: Request): Promise<number> {
  const user = findUser(store, email);
  if (!user) return printRefusal(`There is no user with the e-mail ${email}`);
  await writer.write(updateUser({ id: user.id }, {}, await passwords.hash(await readPassword(isPiped))), SYSTEM);
  process.stdout.write(`${user.data.email} has a new password\n`);
  return 0;
}

async function makeEmergencyAccount(cms: Cms, { email, name, isPiped }: Request): Promise<number> {
  const { store, writer, passwords } = cms;
  const user = findUser(store, email);
  const passwordHash = await passwords.hash(await readPassword(isPiped));
  if (user) await writer.write(setBreakGlass(user, true, passwordHash), SYSTEM);
  else await writer.write(createUser({ email, name, role: 'admin', passwordHash, breakGlass: true }), SYSTEM);
  const others = [...store.all('user')].filter(
    ({ data }) => data.breakGlass && emailKey(data.email) !== emailKey(email),
  );
  for (const other of others) await writer.write(setBreakGlass(other, false), SYSTEM);
  process.stdout.write(`${email} is the emergency account\n`);
  return 0;
}

async function unlock({ store, signIn }: Cms, { email }: Request): Promise<number> {
  const user = findUser(store, email);
  if (!user) return printRefusal(`There is no user with the e-mail ${email}`);
  const { factors, requirements, audit } = signIn;
  const { id, data } = user;
  await factors.change(id, (before) => withFactors(before, { totp: null, recoveryCodes: [], passkeys: [] }));
  await requirements.replace({ ...requirements.list(), [data.role]: 'none' });
  await audit.append({ actor: actorRefName(SYSTEM), action: 'auth.takeFactors', record: `user/${id}`, ok: true });
  process.stdout.write(`${data.email} signs in with the password alone\n`);
  return 0;
}

const findUser = (store: Cms['store'], email: string) => store.find('user', 'byEmail', emailKey(email))[0];

/** @throws CmsError VALIDATION */
async function readPassword(isPiped: boolean): Promise<string> {
  if (!isPiped && !process.stdin.isTTY)
    throw invalid([
      { path: [], message: 'There is no terminal to ask for the password: pipe it in with --password-stdin' },
    ]);
  const password = isPiped ? await readPiped() : await askSecret('Password: ');
  const problems = passwordProblems(password);
  if (problems.length > 0) throw invalid(problems);
  if (!isPiped && (await askSecret('Repeat the password: ')) !== password)
    throw invalid([{ path: [], message: 'The two passwords are not the same' }]);
  return password;
}

export const userCommand: Command = { help: HELP, readsConfig: true, run };

/** The error when somebody cancels the question. */
const cancelled = (): Error => new Error('Cancelled: nothing has changed');

const [END_OF_TEXT, END_OF_TRANSMISSION, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007f'];

/** Asks for a secret on the terminal without showing it. @throws Error if it is cancelled */
export async function askSecret(question: string, input: ReadStream = process.stdin): Promise<string> {
  process.stderr.write(question);
  input.setRawMode(true);
  try {
    return await readSecretLine(input);
  } finally {
    input.setRawMode(false);
    input.pause();
    process.stderr.write('\n');
  }
}

async function readSecretLine(input: ReadStream): Promise<string> {
  const typed: string[] = [];
  input.setEncoding('utf8');
  for await (const text of input.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    for (const key of text) {
      if (key === '\r' || key === '\n') return typed.join('');
      if (key === END_OF_TEXT || key === END_OF_TRANSMISSION) throw cancelled();
      if (key === BACKSPACE || key === DELETE) typed.pop();
      else typed.push(key);
    }
  }
  throw cancelled();
}

/** Reads everything piped in, without the last line break. */
export async function readPiped(input: AsyncIterable<string | Uint8Array> = process.stdin): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
