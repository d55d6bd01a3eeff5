#!/usr/bin/env node
import { check } from './cli/check.ts';
import type { Command } from './cli/command.ts';
import { importCommand } from './cli/import.ts';
import { readVersion, serve } from './cli/serve.ts';
import { types } from './cli/types.ts';
import { user } from './cli/user.ts';

const COMMANDS: Readonly<Record<string, Command>> = { serve, check, types, user, import: importCommand };

const usage = (): string =>
  `Usage: quire <command>\n\n${Object.entries(COMMANDS)
    .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
    .join('\n')}\n\nquire <command> --help tells more.\n`;

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '--version') return print(`${readVersion()}\n`);
  if (name === '--help' || name === '') return print(usage());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
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

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // Errors on the way up are for whoever started it: in words, without a stack.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
