import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run, serve, stop } from '../../cli/quire.ts';
import { exportTo, makeSampleRepository } from '../../cli/sampleRepository.ts';
import { long } from '../../long.ts';
import { filesIn, manifestIn } from './exportOf.ts';

describe('quire export', () => {
  long.it('writes the site beside a running server, and changes nothing else', async () => {
    const place = makeSampleRepository();
    const server = await serve(place.env);
    const head = place.git('rev-parse', 'HEAD').trim();
    const { code, stdout, stderr } = await exportTo(place, place.out);
    expect([code, stderr]).toEqual([0, '']);
    const { files, commit, isDirty } = manifestIn(place.out);
    expect(stdout).toMatch(
      `${files.size} files (${files.size} made, ${files.size} written, 0 removed), commit ${head}, as of `,
    );
    expect([commit, isDirty]).toEqual([head, false]);
    const page = await fetch(`${server.url}/api/content/pages/about?locale=en`);
    expect(readFileSync(join(place.out, 'api/content/pages/en/about.json'), 'utf8')).toBe(await page.text());
    expect(place.git('rev-parse', 'HEAD').trim()).toBe(head);
    expect(place.git('status', '--porcelain')).toBe('');
    expect((await stop(server)).code).toBe(0);
    place.git('fsck', '--strict');
  });

  long.it('makes only what has changed since an earlier export', async () => {
    const place = makeSampleRepository();
    await exportTo(place, place.out);
    appendFileSync(join(place.contentDir, 'redirects/open-data.yaml'), '# moved\n');
    place.git('commit', '--quiet', '--all', '--message=Edit');
    const { code, stdout } = await exportTo(place, place.out, '--since', join(place.out, 'manifest.json'));
    expect([code, stdout.includes('(2 made, 0 written, 0 removed)')]).toEqual([0, true]);
    writeFileSync(join(place.contentDir, 'redirects/open-data.yaml'), 'id: 2\nfromPath: /data\ntoPath: /tides\n');
    place.git('commit', '--quiet', '--all', '--message=Edit');
    await exportTo(place, place.out, '--since', join(place.out, 'manifest.json'));
    expect(readFileSync(join(place.out, '_redirects'), 'utf8')).toContain('/data /tides 301\n');
    await exportTo(place, join(place.folder, 'full'));
    expect(filesIn(place.out)).toEqual(filesIn(join(place.folder, 'full')));
  });

  long.it('refuses uncommitted changes without --dirty, and records them in the manifest with it', async () => {
    const place = makeSampleRepository();
    const about = join(place.contentDir, 'pages/en/about.yaml');
    writeFileSync(about, readFileSync(about, 'utf8').replace(/^title: .*/m, 'title: Not committed'));
    const refused = await exportTo(place, place.out);
    expect([refused.code, refused.stdout, existsSync(place.out)]).toEqual([1, '', false]);
    expect(refused.stderr).toContain('commit them, or export them with --dirty:\n  pages/en/about.yaml\n');
    const { code, stdout } = await exportTo(place, place.out, '--dirty');
    expect([code, stdout.includes('with 1 uncommitted')]).toEqual([0, true]);
    expect(manifestIn(place.out).isDirty).toBe(true);
    expect(readFileSync(join(place.out, 'api/content/pages/en/about.json'), 'utf8')).toContain('Not committed');
  });

  it('decides by the given time which pages are public', async () => {
    const place = makeSampleRepository();
    const { code } = await exportTo(place, place.out, '--at', '2030-01-01T12:00+01:00');
    expect([code, manifestIn(place.out).at]).toEqual([0, '2030-01-01T11:00:00.000Z']);
  });

  it('explains its arguments, and what it cannot do', async () => {
    const place = makeSampleRepository();
    for (const [args, words] of [
      [[], 'quire export needs --out <folder> or --verify <place>'],
      [['--out', 'x', '--at', 'noon'], '--at is "noon"'],
      [['--out', 'x', '--concurrency', '0'], '--concurrency is "0"'],
      [['--out', 'x', '--fast'], '--fast'],
    ] as const) {
      const { code, stdout, stderr } = await run(['export', ...args], place.env);
      expect([code, stdout, stderr.includes(words), stderr.includes('Exit codes')]).toEqual([2, '', true, true]);
    }
    expect(await run(['export', '--out', join(place.contentDir, 'site')], place.env)).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: `${join(place.contentDir, 'site')} is inside the content folder: choose an --out folder outside of it\n`,
    });
    const file = join(place.contentDir, 'site.yaml');
    for (const since of [file, place.contentDir, join(place.folder, 'nowhere')])
      expect(await exportTo(place, place.out, '--since', since)).toMatchObject({
        ...{ code: 1, stdout: '' },
        stderr: `${since} is not the manifest.json of an export\n`,
      });
    const taken = join(place.folder, 'taken');
    writeFileSync(taken, '');
    for (const out of [taken, join(taken, 'below')])
      expect(await exportTo(place, out)).toMatchObject({ code: 1, stdout: '', stderr: `${out} is not a folder\n` });
    rmSync(join(place.contentDir, '.git'), { recursive: true });
    const { code, stderr } = await exportTo(place, place.out);
    expect([code, stderr]).toEqual([
      1,
      `There is no git repository at ${place.contentDir} (CONTENT_DIR), so there is no commit to export\n`,
    ]);
    expect((await run(['export', '--help'])).stdout).toContain('Exit codes');
    expect(existsSync(place.out)).toBe(false);
  });
});

long.describe('quire export --verify', () => {
  /** Serves a folder as a static host would. */
  async function host(folder: string): Promise<string> {
    const server = createServer(({ url = '' }, response) => {
      const path = join(folder, decodeURIComponent(url));
      const isThere = existsSync(path) && !url.startsWith('/_');
      response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(path) : 'not here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('finds a copy the same as the export, or lists the files that differ', async () => {
    const place = makeSampleRepository();
    await exportTo(place, place.out);
    const url = await host(place.out);
    for (const where of [place.out, url, `${url}/`]) {
      const { code, stdout, stderr } = await run(['export', '--verify', where], place.env);
      expect([code, stdout.endsWith(': all as exported\n'), stderr]).toEqual([0, true, '']);
    }
    appendFileSync(join(place.out, 'sitemap.xml'), ' ');
    rmSync(join(place.out, 'api/content/config.json'));
    mkdirSync(join(place.out, 'api/content/config.json'));
    for (const where of [place.out]) {
      const { code, stdout } = await run(['export', '--verify', where], place.env);
      expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
        1,
        ['missing: api/content/config.json', 'differs: sitemap.xml'],
      ]);
      expect(stdout).toMatch(/: 2 not as exported\n$/);
    }
  });

  it('compares a copy with the manifest of another folder', async () => {
    const place = makeSampleRepository();
    await exportTo(place, place.out);
    const url = await host(place.out);
    writeFileSync(join(place.contentDir, 'redirects/open-data.yaml'), 'id: 2\nfromPath: /data\ntoPath: /tides\n');
    place.git('commit', '--quiet', '--all', '--message=Edit');
    const fresh = join(place.folder, 'fresh');
    await exportTo(place, fresh);
    const { code, stdout } = await run(['export', '--verify', url, '--out', fresh], place.env);
    expect([code, stdout.split('\n')[0]]).toEqual([1, 'differs: api/content/redirects.json']);
    expect(await run(['export', '--verify', place.contentDir], place.env)).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: `There is no export (manifest.json) at ${place.contentDir}\n`,
    });
  });
});
