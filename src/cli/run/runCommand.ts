import type { Command } from './command.ts';
import { readVersion } from './readVersion.ts';

interface Entry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** A command's modules are loaded when it is called: `check` needs no server. */
  load(): Promise<Command>;
}

const COMMANDS: Readonly<Record<string, Entry>> = {
  init: { summary: 'Make a new site', load: async () => (await import('../init.ts')).init },
  serve: { summary: 'Serve the content folder', load: async () => (await import('../serve.ts')).serve },
  check: { summary: 'Check the content folder', load: async () => (await import('../check.ts')).check },
  export: {
    summary: 'Write the public content as a static site',
    load: async () => (await import('../export.ts')).exportCommand,
  },
  types: {
    summary: 'Write TypeScript types of the content',
    load: async () => (await import('../types.ts')).types,
  },
  user: { summary: 'List users, add one, set a password', load: async () => (await import('../user.ts')).user },
  'setup-git': {
    summary: 'Set up git in a clone of a site',
    load: async () => (await import('../setupGit.ts')).setupGit,
  },
  'merge-driver': {
    summary: 'Merge a file by its values, for git',
    load: async () => (await import('../mergeDriver.ts')).mergeDriver,
  },
  mcp: { summary: 'Offer a server to an agent as tools', load: async () => (await import('../mcp.ts')).mcp },
  sync: { summary: 'Fetch from the git host, merge and push', load: async () => (await import('../sync.ts')).sync },
  change: {
    summary: 'List, show, start, publish or drop changes',
    load: async () => (await import('../change.ts')).change,
  },
  import: {
    summary: 'Import a document into the content folder',
    load: async () => (await import('../import.ts')).importCommand,
  },
};

const usage = (): string =>
  `Usage: quire <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
    .join('\n')}\n\nquire <command> --help tells more.\n`;

/**
 * Does what the command line says, and gives its exit code. What goes wrong on the way is for whoever started it: in
 * words, without a stack.
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await find(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function find([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '--version') return print(`${readVersion()}\n`);
  if (name === '--help' || name === '') return print(usage());
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.load() : undefined;
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${usage()}`);
    return 2;
  }
  return args.includes('--help') ? print(command.help) : command.run(args);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
