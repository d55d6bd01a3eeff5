import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflate, deflateSync } from 'node:zlib';
import type { ObjectType } from '../../src/git/format/object.ts';
import type { Site } from '../makeSite.ts';

/** Writes objects into a site's repository that git would not make by itself, and moves the branch to them. */
export function rawObjects(site: Site) {
  const objects = join(site.contentDir, '.git/objects');
  const pathOf = (id: string): string => join(objects, id.slice(0, 2), id.slice(2));

  function put(type: ObjectType, content: Buffer | string): string {
    const bytes = Buffer.from(content);
    const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
    const id = createHash('sha1').update(whole).digest('hex');
    mkdirSync(dirname(pathOf(id)), { recursive: true });
    writeFileSync(pathOf(id), deflateSync(whole, { level: 1 }));
    return id;
  }

  /** An object that begins so and has this many bytes, without holding it in memory. */
  async function putLarge(type: ObjectType, start: string, size: number): Promise<string> {
    const filler = Buffer.alloc(1024 * 1024, 'x');
    const hash = createHash('sha1');
    function* chunks(): Generator<Buffer> {
      yield Buffer.from(`${type} ${size}\0${start}`);
      for (let left = size - start.length; left > 0; left -= filler.length) yield filler.subarray(0, left);
    }
    function* hashed(): Generator<Buffer> {
      for (const chunk of chunks()) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const temporary = join(objects, 'tmp_obj_large');
    await pipeline(Readable.from(hashed()), createDeflate({ level: 1 }), createWriteStream(temporary));
    const id = hash.digest('hex');
    mkdirSync(dirname(pathOf(id)), { recursive: true });
    renameSync(temporary, pathOf(id));
    return id;
  }

  const resolve = (name: string): string => site.git('rev-parse', '--verify', '--quiet', name).trim();
  const moveTo = (commit: string): void => void site.git('update-ref', 'HEAD', commit);

  /** A tree of `ls-tree`'s lines. */
  const treeOf = (rows: readonly (readonly [mode: string, name: string, id: string])[]): string =>
    put(
      'tree',
      Buffer.concat(rows.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
    );

  /** The root tree with `pages/en` holding one more entry, the last by its name. */
  function treeWith(mode: string, name: string, id: string): string {
    const rows = (tree: string): [string, string, string][] =>
      site
        .git('ls-tree', tree)
        .split('\n')
        .filter(Boolean)
        .map((line) => /^0?(\d+) \w+ (\w+)\t(.+)$/.exec(line)!)
        .map(([, rowMode, rowId, rowName]) => [rowMode!, rowName!, rowId!]);
    const replaced = (tree: string, path: string, fresh: string): string =>
      treeOf(rows(tree).map((row) => (row[1] === path ? [row[0], path, fresh] : row)));
    const en = treeOf([...rows('HEAD:pages/en'), [mode, name, id]]);
    return replaced('HEAD^{tree}', 'pages', replaced('HEAD:pages', 'en', en));
  }

  const WHO = 'A Developer <dev@example.org> 1767225600 +0000';
  /** A commit on top of HEAD with its tree, as plain as can be but for what is given. */
  const commit = (
    given: { tree?: string; parents?: readonly string[]; lines?: string; message?: string | Buffer } = {},
  ) => {
    const { tree = resolve('HEAD^{tree}'), parents = [resolve('HEAD')], message = 'Strange\n' } = given;
    const { lines = `author ${WHO}\ncommitter ${WHO}\n` } = given;
    const head = `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}${lines}\n`;
    return put('commit', Buffer.concat([Buffer.from(head), Buffer.from(message)]));
  };

  return { put, putLarge, pathOf, treeOf, treeWith, commit, moveTo, resolve, WHO };
}
