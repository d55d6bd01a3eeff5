import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readServerConfig } from '../config.ts';
import { type Command, misuse, printRefusal } from '../extend/command.ts';
import type { LawReport } from '../extend/laws/lawGuard.ts';
import { describeIdentity, identifyExtension } from '../extend/loaded.ts';
import { packageFile } from '../lib/disk/packageFile.ts';

const HELP = `quire extension new <name>
quire extension test <file>

Makes an extension, or tests one (docs/extend.md).

  new <name>   writes extensions/<name>: an extension with a rule, a kind of field and a panel, and a test for it
  test <file>  loads an extension as a start does, and runs its code over the content folder (CONTENT_DIR): everything
               twice, to see that it gives the same again and is quick enough; then the tests in the file beside it,
               index.test.ts for index.ts

Exit codes: 0 done, 1 refused or failed, 2 wrong arguments.
`;

async function run([task, ...args]: readonly string[]): Promise<number> {
  const [argument, ...more] = args;
  if ((task !== 'new' && task !== 'test') || argument === undefined || more.length > 0)
    return misuse('quire extension takes new <name> or test <file>', HELP);
  return task === 'new' ? makeExtension(argument) : testExtension(argument);
}

function makeExtension(name: string): number {
  if (!/^[a-z][a-z0-9-]{0,49}$/.test(name))
    return printRefusal('The name must be lower case letters, digits and "-", and begin with a letter');
  const folder = join('extensions', name);
  if (existsSync(folder)) return printRefusal(`${folder} is there already`);
  const template = packageFile('templates/extension');
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(folder, relative(template, source).replace(/\.txt$/, ''));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(source, 'utf8').replaceAll('{{name}}', name), { flag: 'wx' });
  }
  const file = `./extensions/${name}/index.ts`;
  process.stdout.write(`Made ${folder}. Name it in quire.config.ts:

  import ${toIdentifier(name)} from '${file}';
  export default defineConfig({ extensions: [${toIdentifier(name)}] });

  npx quire extension test ${file}     tests it on the site's content
`);
  return 0;
}

const toIdentifier = (name: string): string => name.replace(/-+(.)?/g, (_, letter = '') => letter.toUpperCase());

async function testExtension(file: string): Promise<number> {
  const config = readServerConfig(process.env, process.cwd());
  const { loadTested, runTestsBeside } = await import('../extend/laws/loadTested.ts');
  const { checkLaws } = await import('../extend/laws/checkLaws.ts');
  const hasContent = existsSync(config.contentDir);
  const cacheFile = join(config.privateDir, 'state', 'parse-cache.bin');
  const results: boolean[] = [];
  for (const extension of await loadTested(file, config, process.env)) {
    process.stdout.write(`extension ${describeIdentity(identifyExtension(extension))}\n`);
    if (!hasContent) continue;
    for (const report of await checkLaws(extension.definition, { root: config.contentDir, cacheFile }))
      results.push(printReport(report));
  }
  if (!hasContent) process.stdout.write(`not run on content: there is none at ${config.contentDir} (CONTENT_DIR)\n`);
  for (const [name, failure] of await runTestsBeside(file, process.env))
    results.push(printLine(`test ${name}`, failure === null ? [] : [failure]));
  const failed = results.filter((isGood) => !isGood).length;
  process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

const printReport = ({ part, calls, failures }: LawReport): boolean =>
  printLine(`${part} (${calls} ${calls === 1 ? 'call' : 'calls'})`, failures);

/** @returns whether it passed */
function printLine(what: string, failures: readonly string[]): boolean {
  const reasons = failures.map((failure) => `            ${failure}\n`).join('');
  process.stdout.write(`  ${failures.length === 0 ? 'passed' : 'failed'}  ${what}\n${reasons}`);
  return failures.length === 0;
}

export const extensionCommand: Command = { help: HELP, run };
