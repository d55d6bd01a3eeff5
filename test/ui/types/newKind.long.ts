import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** Each list of field kinds, and the row of a new kind in it. */
const LISTS = {
  'src/fields/kinds.ts': ['rating: ratingField', "import { ratingField } from './rating/kind.ts';"],
  'src/fields/inputs.ts': ['rating: RatingInput', "import { RatingInput } from './rating/input.tsx';"],
  'src/fields/facts.ts': ['rating: NUMBER', ''],
  'src/fields/forms.ts': ['rating: ratingForm', "import { ratingForm } from './rating/form.ts';"],
  'src/ui/frames/fitsKind.ts': ['rating: isNumber', ''],
  'src/ui/screens/page/preview/plainPage.ts': ['rating: fact(renderNumber)', ''],
} as const;

const CHECKED = {
  'server.json': { extends: './tsconfig.json', files: ['src/fields/kinds.ts', 'src/model/entities/index.ts'] },
  'browser.json': {
    extends: './src/ui/tsconfig.json',
    files: Object.keys(LISTS).slice(1),
  },
};

/** A copy of the sources, to which a kind is added. */
let copy = '';

const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(copy, path), change(readFileSync(join(copy, path), 'utf8')));

/** The files that do not compile. */
async function findBroken(): Promise<readonly string[]> {
  const found = await Promise.all(
    Object.keys(CHECKED).map(
      (project) =>
        new Promise<string>((resolve) => {
          const tsc = join(ROOT, 'node_modules/.bin/tsc');
          execFile(tsc, ['--noEmit', '--pretty', 'false', '-p', project], { cwd: copy }, (_, out) => resolve(out));
        }),
    ),
  );
  const paths = [...found.join('\n').matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, path = '']) => path);
  return [...new Set(paths)].sort();
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'quire-kind-'));
  for (const path of ['src', 'tsconfig.json', 'package.json'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [name, project] of Object.entries(CHECKED))
    writeFileSync(join(copy, name), JSON.stringify({ include: [], ...project }));
});

afterAll(() => rmSync(copy, { recursive: true }));

it('is added by its name, one folder, and a row in each list that does not compile without', {
  timeout: 300_000,
}, async () => {
  edit('src/model/fields/field.ts', (text) => text.replace("  'text',\n", "  'text',\n  'rating',\n"));
  expect(await findBroken()).toEqual(Object.keys(LISTS).sort());

  mkdirSync(join(copy, 'src/fields/rating'));
  for (const name of ['kind.ts', 'form.ts', 'input.tsx'])
    cpSync(join(import.meta.dirname, 'rating', `${name}.txt`), join(copy, 'src/fields/rating', name));
  for (const [path, [row, line]] of Object.entries(LISTS))
    edit(path, (text) => `${line}\n${text.replace(/(Record<FieldType, .*> = \{\n)/, `$1  ${row},\n`)}`);
  expect(await findBroken()).toEqual([]);

  const { checkValues, toStored, toWire } = await import(join(copy, 'src/model/fields/fields.ts'));
  const schema = [{ name: 'taste', type: 'rating', max: 4 }];
  const { BUILT_IN_CODE } = await import(join(copy, 'src/fields/kinds.ts'));
  const scope = { lookup: { code: BUILT_IN_CODE }, isPublished: true };
  expect(toStored(schema, { taste: 3 }, scope)).toEqual({ values: { taste: '***' }, details: [] });
  expect(toWire(schema, { taste: '***' }, scope)).toEqual({ taste: 3 });
  expect(checkValues(schema, { taste: '***' }, scope)).toEqual([]);
  expect(checkValues(schema, { taste: '*****' }, scope)).toMatchObject([
    { path: ['taste'], message: 'must be at most 4' },
  ]);

  const { writeGroup } = await import(join(copy, 'src/view/typescript/fieldType.ts'));
  expect(writeGroup([{ name: 'taste', type: 'rating', required: true }], BUILT_IN_CODE)).toContain(
    'taste: 1 | 2 | 3 | 4 | 5;',
  );

  const { RatingInput } = await import(join(copy, 'src/fields/rating/input.tsx'));
  const html = renderToStaticMarkup(createElement(RatingInput, { value: 3, frame: { label: 'Taste' }, onChange() {} }));
  expect(html).toContain('value="3"');
});
