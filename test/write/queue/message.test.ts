import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/model/access.ts';
import { createActor } from '../../../src/model/rights/createActor.ts';
import type { RecordDraft } from '../../../src/write/action.ts';
import { writeCommitMessage } from '../../../src/write/queue/message.ts';
import { SMALL_SITE } from '../../smallSite.ts';
import { ADA, changing, making, NOW, presentOfFiles } from '../presentOfFiles.ts';

const { lookup } = presentOfFiles(SMALL_SITE);

const message = (name: string, drafts: readonly RecordDraft[], note?: string, actor: Actor = ADA): string =>
  writeCommitMessage({ name, note, plan: () => drafts }, drafts, actor, NOW);
const subject = (name: string, drafts: readonly RecordDraft[]): string => message(name, drafts).split('\n')[0]!;
const rename = changing(lookup, 'page', 'en/about', { slug: 'we' });
const removal = changing(lookup, 'page', 'es/inicio', null);
const redirect = making('redirect', { key: 'r', fromPath: '/a', toPath: '/b', statusCode: 301, isActive: true });
const script = making('trackingScript', {
  key: 'count',
  name: 'Count',
  code: 'count()',
  position: 'head',
  priority: 0,
  isActive: true,
  scope: 'global',
  targetPages: [],
});
const titled = (title: string): RecordDraft => changing(lookup, 'page', 'en/about', { title });

describe('the message of a commit', () => {
  it('says what was done and why, with the records, the actor and the time in trailers', () => {
    expect(message('page.update', [rename], 'As asked for')).toBe(`Update page "About us" (en/we)

As asked for

Quire-Action: page.update
Quire-Record: page/3 en/we
Quire-Actor: user/1
Quire-Time: 2026-02-01T12:00:00.000Z
`);
  });

  it('has no empty paragraph without a note, and names no user if the schedule acts', () => {
    const schedule: Actor = createActor({
      ...{ type: 'schedule', id: 0, name: 'Quire', email: 'quire@localhost', role: 'admin' },
    });
    for (const note of [undefined, '', ' \n '])
      expect(message('page.publish', [rename], note, schedule)).toBe(`Publish page "About us" (en/we)

Quire-Action: page.publish
Quire-Record: page/3 en/we
Quire-Actor: schedule
Quire-Time: 2026-02-01T12:00:00.000Z
`);
  });

  it('names as many records as fit into the part of a message that is read', () => {
    const name = (id: number): string => `${'x'.repeat(180)}-${id}`;
    const many = Array.from({ length: 1000 }, (_, id) =>
      making('redirect', { key: name(id), fromPath: '/a', toPath: '/b', statusCode: 301, isActive: true }),
    );
    const text = message('content.import', many);
    expect(Buffer.byteLength(text)).toBeGreaterThan(47 * 1024);
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024);
    expect(text).toMatch(/\nQuire-Record: redirect\/\d+ x+-\d+\nQuire-Actor: user\/1\nQuire-Time: \S+\n$/);
  });

  it('lets no text from outside add a line', () => {
    const forged = changing(lookup, 'page', 'en/about', { title: 'A\nQuire-Actor: user/2\u0000' });
    const lines = message('page.update', [forged], 'Why\r\n\r\nQuire-Time: never').split('\n');
    expect(lines.filter((line) => /^Quire-(Actor|Time):/.test(line))).toEqual([
      'Quire-Actor: user/1',
      `Quire-Time: ${NOW.toISOString()}`,
    ]);
    expect(lines).toHaveLength(9);
  });

  it.each<[string, string, RecordDraft]>([
    ['redirect.create', 'Create redirect "/a" (r)', redirect],
    ['redirect.follow', 'Add redirect "/a" (r)', redirect],
    ['page.remove', 'Delete page "Inicio" (es/inicio)', removal],
    ['page.empty', 'Empty page "Inicio" (es/inicio)', removal],
    ['trackingScript.update', 'Update tracking script "Count" (count)', script],
    ['settings.update', 'Update settings "Test site"', changing(lookup, 'settings', '', {})],
    ['page.update', `Update page "${'é'.repeat(120)}…" (en/about)`, titled('é'.repeat(121))],
    ['page.update', `Update page "${'😀'.repeat(120)}" (en/about)`, titled('😀'.repeat(120))],
  ])('%s: %s', (name, expected, draft) => expect(subject(name, [draft])).toBe(expected));

  it('counts several records, and names their kind if they have only one', () => {
    expect(subject('page.update', [rename, removal])).toBe('Update 2 pages');
    expect(
      subject(
        'contentType.update',
        ['article', 'plain'].map((key) => changing(lookup, 'contentType', key, {})),
      ),
    ).toBe('Update 2 content types');
    expect(subject('content.import', [rename, redirect])).toBe('Import 2 records');
    expect(subject('content.import', [])).toBe('Import 0 records');
  });

  it('has the requested change in its subject, and what follows from it only in the trailers', () => {
    const menu = { ...changing(lookup, 'menu', 'main', {}), follows: true };
    const text = message('page.update', [rename, menu]);
    expect(text.split('\n')[0]).toBe('Update page "About us" (en/we)');
    expect(text).toContain('\nQuire-Record: page/3 en/we\nQuire-Record: menu/1 main\nQuire-Actor:');
    expect(subject('page.update', [menu])).toBe('Update 0 records');
  });

  it('names a removed record by its old key, and one without a key by kind and id', () => {
    expect(message('page.remove', [removal])).toContain('\nQuire-Record: page/2 es/inicio\n');
    expect(message('settings.update', [changing(lookup, 'settings', '', {})])).toContain(
      '\nQuire-Record: settings/1\n',
    );
  });
});
