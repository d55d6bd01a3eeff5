import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Delivery, givenUp, newDelivery } from '../../../src/job/delivery/delivery.ts';
import { type Outbox, openOutbox } from '../../../src/job/delivery/outbox.ts';

const AT = '2026-02-01T12:00:00.000Z';
let folder: string;
let errors: unknown[];
const file = (): string => join(folder, 'state', '1.ndjson');
const open = (): Outbox => {
  const outbox = openOutbox({ file: file(), onError: (error) => errors.push(error) });
  onTestFinished(() => outbox.close());
  return outbox;
};
const delivery = (id: number | string): Delivery =>
  newDelivery({ id: `msg_${id}`, type: 'page.updated', record: 'page/1', body: '{}' }, AT);
const ids = (deliveries: Iterable<Delivery>): readonly string[] => [...deliveries].map(({ id }) => id);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-outbox-'));
  errors = [];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

it('has the same state and order after a kill', () => {
  const outbox = open();
  outbox.save([delivery(1), delivery(2), delivery(3)], { cursor: { commit: 'c1', at: AT } });
  outbox.save([givenUp(delivery(2))], { failingSince: AT });
  const again = open();
  expect(again.state).toEqual({ cursor: { commit: 'c1', at: AT }, moves: 0, failingSince: AT, stopped: null });
  expect(ids(again.pending())).toEqual(['msg_1', 'msg_3']);
  expect(again.find('msg_2')?.status).toBe('failed');
  expect(ids(again.all())).toEqual(['msg_3', 'msg_1', 'msg_2']);
});

it('is written again once that is possible', () => {
  const outbox = open();
  mkdirSync(join(file(), 'in the way'), { recursive: true });
  outbox.save([delivery(1)]);
  expect(errors).toHaveLength(1);
  rmSync(file(), { recursive: true });
  outbox.save([delivery(2)]);
  expect(errors).toHaveLength(1);
  expect(ids(open().pending())).toEqual(['msg_1', 'msg_2']);
});

it('ignores a line that a kill cut off, and goes on after it', () => {
  open().save([delivery(1)]);
  appendFileSync(file(), '{"deliveries":[{"id":"msg_2"');
  const again = open();
  expect(ids(again.pending())).toEqual(['msg_1']);
  again.save([delivery(3)]);
  expect(ids(open().pending())).toEqual(['msg_1', 'msg_3']);
});

it('ignores lines that are no objects', () => {
  open().save([delivery(1)]);
  appendFileSync(file(), 'null\n5\n[]\n');
  expect(ids(open().pending())).toEqual(['msg_1']);
});

it('forgets all but the last settled deliveries, and no waiting one', () => {
  const outbox = open();
  outbox.save([delivery('waits')]);
  for (let id = 0; id < 250; id++) outbox.save([givenUp(delivery(id))]);
  expect(outbox.all()).toHaveLength(201);
  expect(outbox.find('msg_49')).toBeUndefined();
  expect([outbox.find('msg_50')?.status, outbox.find('msg_waits')?.status]).toEqual(['failed', 'pending']);
});

it('does not grow without limit, and only its owner can read it', () => {
  const outbox = open();
  const large = { ...delivery(1), body: 'x'.repeat(500_000) };
  for (let count = 0; count < 20; count++) outbox.save([large], { failingSince: AT });
  expect(statSync(file()).size).toBeLessThan(6_000_000);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(open().find('msg_1')).toEqual(large);
});

it('is not rewritten at each save once waiting messages alone make it large', () => {
  const outbox = open();
  for (let id = 0; id < 12; id++) outbox.save([{ ...delivery(id), body: 'x'.repeat(500_000) }]);
  const files = Array.from({ length: 5 }, (_, count) => {
    outbox.save([delivery(`small-${count}`)]);
    return statSync(file()).ino;
  });
  expect(new Set(files).size).toBe(1);
  expect(ids(open().pending())).toHaveLength(17);
});

it('stays correct in memory when it cannot be written, and reports that', () => {
  const outbox = open();
  rmSync(folder, { recursive: true, force: true });
  appendFileSync(folder, 'in the way');
  outbox.save([delivery(1)]);
  expect(ids(outbox.pending())).toEqual(['msg_1']);
  expect(errors).toHaveLength(1);
});

it('stays removed, whatever is saved afterwards', () => {
  const outbox = open();
  outbox.save([delivery(1)]);
  outbox.remove();
  outbox.save([delivery(2)]);
  expect(() => readFileSync(file())).toThrow('ENOENT');
});
