import { execFileSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { type Answered, type Asked, receive, send } from './frames.ts';

// A separate process that runs one program after the other, until the process that asks has ended.
const [asks = '', answers = ''] = process.argv.slice(2);
const [asking, answering] = [openSync(asks, 'r'), openSync(answers, 'w')];
for (let asked = receive(asking); asked !== undefined; asked = receive(asking)) send(answering, run(asked as Asked));

type Failed = Answered['failure'] & { readonly stdout?: Buffer; readonly stderr?: Buffer };

function run({ file, args, input, options }: Asked): Answered {
  try {
    const given = input === undefined ? {} : { input: Buffer.from(input, 'base64') };
    return { stdout: encode(execFileSync(file, args, { ...options, ...given })) };
  } catch (error) {
    const { message, code, status, signal, stdout, stderr } = error as Failed;
    return { failure: { message, code, status, signal }, stdout: encode(stdout), stderr: encode(stderr) };
  }
}

function encode(bytes: Buffer | null | undefined): string | undefined {
  return bytes?.toString('base64');
}
