import type { Command } from './command.ts';
import { readVersion } from './readVersion.ts';

interface Entry {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loads the command's modules only when it runs: `check` needs no server. */
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
  user: { summary: 'List users, add one or set a password', load: async () => (await import('../user.ts')).user },
  'setup-git': {
    summary: 'Set up git in a clone of a site',
    load: async () => (await import('../setupGit.ts')).setupGit,
  },
  'merge-driver': {
    summary: 'Merge one file value by value (called by git)',
    load: async () => (await import('../mergeDriver.ts')).mergeDriver,
  },
  mcp: { summary: 'Give an agent tools to work with a server', load: async () => (await import('../mcp.ts')).mcp },
  sync: { summary: 'Fetch from the git host, merge and push', load: async () => (await import('../sync.ts')).sync },
  change: {
    summary: 'List, show, start, publish or drop changes that are not live yet',
    load: async () => (await import('../change.ts')).change,
  },
  import: {
    summary: 'Import an exported document, or content of another system',
    load: async () => (await import('../import.ts')).importCommand,
  },
};

const usage = (): string =>
  `Usage: quire <command> [options]\n\n${Object.entries(COMMANDS)
    .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
    .join('\n')}\n\nRun quire <command> --help for its options, quire --version for the version.\n`;

/** Runs the command line. Prints an error's message without its stack. @returns the exit code */
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
  const wantsHelp = command.takesAnyNames ? args.length === 1 && args[0] === '--help' : args.includes('--help');
  return wantsHelp ? print(command.help) : command.run(args);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
