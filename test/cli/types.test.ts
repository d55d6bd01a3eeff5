import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { makePlace, run, start } from './quire.ts';

const SAMPLE = join(import.meta.dirname, '../../content');
const PRELUDE = readFileSync(join(import.meta.dirname, '../../src/client/content.ts'), 'utf8');
const NOTE = 'id: 90\nname: Note\nfieldsSchema:\n  - { name: text, type: text, required: true }\n';
const NOTE_TYPE = 'export type NotePageFields = {\n  text: string;\n};\n';

/** Content of types alone, and a file to write. */
function makeTypes() {
  const { folder, contentDir, privateDir, env } = makePlace({ withContent: false });
  const write = (path: string, text: string): void => {
    mkdirSync(join(contentDir, path, '..'), { recursive: true });
    writeFileSync(join(contentDir, path), text);
  };
  write('content-types/note.yaml', NOTE);
  const out = join(folder, 'made/here/types.ts');
  return { folder, contentDir, privateDir, env, write, out, read: () => readFileSync(out, 'utf8') };
}

/** Waits until a condition is true. */
const until = (look: () => boolean): Promise<void> => expect.poll(look, { timeout: 20_000, interval: 20 }).toBe(true);

describe('quire types', () => {
  it('prints the types of the content folder, and writes nothing', async () => {
    const { env, privateDir } = makePlace({ withContent: false });
    const { code, stdout, stderr } = await run(['types'], { ...env, CONTENT_DIR: SAMPLE });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`\n${PRELUDE}\n`);
    expect(stdout).toContain('\nexport type SpeciesPage = PageOf<"species", SpeciesPageFields, SpeciesPageRegions>;\n');
    expect(existsSync(privateDir)).toBe(false);
  });

  it('writes a file, and leaves it alone if nothing has changed', async () => {
    const { env, out, read } = makeTypes();
    expect(await run(['types', '--out', out], env)).toEqual({ code: 0, stdout: `${out} was written\n`, stderr: '' });
    expect(read()).toContain(NOTE_TYPE);
    utimesSync(out, 1, 1);
    expect(await run(['types', '--out', out], env)).toEqual({ code: 0, stdout: `${out} is up to date\n`, stderr: '' });
    expect(statSync(out).mtimeMs).toBe(1000);
  });

  it('writes the schema of GraphQL, alone or beside the types', async () => {
    const { env, folder, out, write } = makeTypes();
    const schema = join(folder, 'schema.graphql');
    const both = ['types', '--graphql', schema, '--out', out];
    expect((await run(both, env)).stdout).toBe(`${out} was written\n${schema} was written\n`);
    const built = buildSchema(readFileSync(schema, 'utf8'));
    expect(Object.keys(built.getQueryType()!.getFields())).toEqual(expect.arrayContaining(['pages', 'note', 'notes']));
    write('content-types/note.yaml', NOTE.replace('name: text', 'name: words'));
    expect(await run([...both, '--check'], env)).toMatchObject({ code: 1 });
  });

  it('reports whether the file is out of date, without writing it', async () => {
    const { env, out, read, write } = makeTypes();
    const refused = { code: 1, stdout: '', stderr: `${out} is out of date: run quire types --out ${out}\n` };
    expect(await run(['types', '--out', out, '--check'], env)).toEqual(refused);
    expect(existsSync(out)).toBe(false);
    await run(['types', '--out', out], env);
    expect(await run(['types', '--out', out, '--check'], env)).toEqual({ code: 0, stdout: '', stderr: '' });
    writeFileSync(out, read().replaceAll('\n', '\r\n'));
    expect((await run(['types', '--out', out, '--check'], env)).code).toBe(0);
    const before = read();
    write('block-types/note.yaml', NOTE);
    expect(await run(['types', '--out', out, '--check'], env)).toEqual(refused);
    expect(read()).toBe(before);
  });

  it('writes nothing if one type cannot be read', async () => {
    const { env, out, write } = makeTypes();
    write('block-types/broken.yaml', 'name: [\n');
    const { code, stdout, stderr } = await run(['types', '--out', out], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^block-types\/broken\.yaml:\d+:\d+: error /);
    expect(existsSync(out)).toBe(false);
  });

  it('reads types on shelves, and only types', async () => {
    const { env, write } = makeTypes();
    write('content-types/_a1/essay.yaml', 'id: 91\nname: Essay\n');
    write('content-types/README.md', 'What these are.\n');
    write('pages/en/broken.yaml', 'type: [\n');
    const { code, stdout } = await run(['types'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('export type Page =\n  | EssayPage\n  | NotePage;\n');
  });

  it('follows the types until it is stopped', async () => {
    const { env, out, read, write, contentDir } = makeTypes();
    const { child, said, ended } = start(['types', '--out', out, '--watch'], env);
    await until(() => said.stdout.includes('was written'));
    expect(read()).toContain(NOTE_TYPE);

    write('content-types/note.yaml', NOTE.replace('name: text,', 'name: words,'));
    await until(() => read().includes('  words: string;'));
    write('block-types/_0c/quote.yaml', 'id: 92\nname: Quote\n');
    await until(() => read().includes('export type QuoteBlock ='));

    const good = read();
    write('content-types/note.yaml', 'name: [\n');
    await until(() => said.stderr.includes('content-types/note.yaml:'));
    expect(read()).toBe(good);
    rmSync(join(contentDir, 'content-types'), { recursive: true });
    await until(() => read().includes('export type Page = never;'));
    write('elsewhere/essay.yaml', 'id: 91\nname: Essay\n');
    renameSync(join(contentDir, 'elsewhere'), join(contentDir, 'content-types'));
    await until(() => read().includes('export type EssayPage ='));

    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it.each([
    [['--what'], /--what/],
    [['types.ts'], /types\.ts/],
    [['--watch'], /--watch and --check need --out <file>/],
    [['--check'], /--watch and --check need --out <file>/],
    [['--out', 'a.ts', '--watch', '--check'], /cannot be given together/],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stdout, stderr } = await run(['types', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('quire types [--out <file>] [--graphql <file>]');
  });

  it('says where the content folder is missing', async () => {
    const { env, contentDir } = makePlace({ withContent: false });
    const { code, stderr } = await run(['types'], env);
    expect([code, stderr]).toEqual([1, `There is no content folder at ${contentDir} (CONTENT_DIR)\n`]);
  });
});
