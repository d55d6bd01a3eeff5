import { runCommand } from './cli/run/runCommand.ts';
import { hasErrorCode } from './lib/disk/hasErrorCode.ts';

process.stdout.on('error', (error) => {
  // The reader may stop early, as `head` does.
  if (!hasErrorCode(error, 'EPIPE')) throw error;
});

void runCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
