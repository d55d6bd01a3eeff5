import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makePlace, run } from '../../cli/quire.ts';
import { runProgram } from '../../run/runProgram.ts';

it('writes a file for translators and brings it back into a change, by the command line', async () => {
  const { contentDir, folder, env } = makePlace();
  const translate = (...args: readonly string[]) => run(['translate', ...args], env);
  const file = join(folder, 'de.json');
  const out = await translate('export', '--to', 'de', '--format', 'json', '--out', file);
  expect([out.code, out.stderr]).toEqual([0, expect.stringMatching(/^\d+ texts of \d+ pages\n$/)]);
  const texts = JSON.parse(readFileSync(file, 'utf8'));
  texts.pages[0].units[0].target = 'Hallo';
  texts.pages[0].units.push({ id: 'lost', source: 'Lost', target: 'Verloren' });
  writeFileSync(file, JSON.stringify(texts));
  const back = await translate('import', file, '--title', 'German');
  expect(back).toMatchObject({ code: 1, stdout: '1 texts of 1 pages are in the change german\n' });
  expect(back.stderr).toContain('lost: there is no such text any more');
  const branches = runProgram('git', ['branch', '--list', 'change/*'], { cwd: contentDir, encoding: 'utf8' });
  expect(branches.trim()).toBe('change/german');
});

it('says what it needs', async () => {
  const { env } = makePlace({ withContent: false });
  for (const args of [['export'], ['export', '--to', 'de', '--state', 'lost'], ['import'], ['export', '--lost']])
    expect((await run(['translate', ...args], env)).code).toBe(2);
});
