import { execFileSync } from 'node:child_process';

/** Compiles src once before the run: worker threads and command-line tests run from dist. Types are checked by `npm run types`. */
export default function build(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'], {
    stdio: 'inherit',
  });
}
