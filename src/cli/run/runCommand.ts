import type { CommandEntry, CommandTools } from '../../extend/command.ts';
import { FEATURE_COMMANDS } from '../../features/lists/commands.ts';
import { readPackageVersion } from '../../lib/disk/readPackageVersion.ts';

const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  init: { summary: 'Make a new site', load: async () => (await import('../init.ts')).initCommand },
  serve: { summary: 'Serve the content folder', load: async () => (await import('../serve.ts')).serveCommand },
  check: { summary: 'Check the content folder', load: async () => (await import('../check.ts')).checkCommand },
  types: {
    summary: 'Write TypeScript types of the content',
    load: async () => (await import('../types.ts')).typesCommand,
  },
  extension: {
    summary: 'Make an extension, or test one',
    load: async () => (await import('../extension.ts')).extensionCommand,
  },
  user: {
    summary: 'List users, add one or set a password',
    load: async () => (await import('../user.ts')).userCommand,
  },
  'setup-git': {
    summary: 'Set up git in a clone of a site',
    load: async () => (await import('../setupGit.ts')).setupGitCommand,
  },
  'merge-driver': {
    summary: 'Merge one file value by value (called by git)',
    load: async () => (await import('../mergeDriver.ts')).mergeDriverCommand,
  },
  sync: {
    summary: 'Fetch from the git host, merge and push',
    load: async () => (await import('../sync.ts')).syncCommand,
  },
  change: {
    summary: 'List, show, start, publish or drop changes that are not live yet',
    load: async () => (await import('../change.ts')).changeCommand,
  },
  migrate: {
    summary: 'Change a type together with its records, or pages by code',
    load: async () => (await import('../migrate.ts')).migrateCommand,
  },
  import: {
    summary: 'Import an exported document, or content of another system',
    load: async () => (await import('../import.ts')).importCommand,
  },
  ...FEATURE_COMMANDS,
};

const usage = (): string =>
  `Usage: quire <command> [options]\n\n${Object.entries(COMMANDS)
    .map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
    .join('\n')}\n\nRun quire <command> --help for its options, quire --version for the version.\n`;

/** Runs the command line. Prints an error's message without its stack. @returns the exit code */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await runNamedCommand(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function runNamedCommand([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '--version') return printText(`${readPackageVersion()}\n`);
  if (name === '--help' || name === '') return printText(usage());
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.load() : undefined;
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${usage()}`);
    return 2;
  }
  const wantsHelp = command.takesAnyNames ? args.length === 1 && args[0] === '--help' : args.includes('--help');
  if (wantsHelp) return printText(command.readsConfig ? `${command.help}${CONFIG_HELP}` : command.help);
  return command.run(command.readsConfig ? readConfigOptions(args) : args, TOOLS);
}

const TOOLS: CommandTools = {
  async withContent(endpoint, task) {
    const { withCms } = await import('./withCms.ts');
    const whileServed = (url: string): string =>
      `A server is running on this folder. Ask it instead, or stop it first:\n\n  ${endpoint.replace(' ', ` ${url}`)}`;
    return withCms({ whileServed, run: task });
  },
  async withInterface(endpoint, task) {
    const { askInterface } = await import('./askInterface.ts');
    return askInterface(endpoint, task);
  },
  async contentAreas() {
    const [{ joinFeatures }, { FEATURES }] = await Promise.all([
      import('../../extend/feature.ts'),
      import('../../features/lists/server.ts'),
    ]);
    return joinFeatures(FEATURES);
  },
};

const CONFIG_HELP = `
--config <file> names the site's own code, as QUIRE_CONFIG does; --no-config leaves it out (docs/extend.md).
`;

/** Takes the options for the site's own code out of the arguments, and sets QUIRE_CONFIG as they say. */
function readConfigOptions(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--config');
  const file = args[at + 1];
  if (at >= 0 && file === undefined) throw new Error('--config needs a file');
  if (at >= 0) process.env['QUIRE_CONFIG'] = file;
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  if (rest.includes('--no-config')) delete process.env['QUIRE_CONFIG'];
  return rest.filter((arg) => arg !== '--no-config');
}

function printText(text: string): number {
  process.stdout.write(text);
  return 0;
}
