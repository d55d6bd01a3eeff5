import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testMessage } from '../../../src/features/webhooks/message.ts';
import { createCourier } from '../../../src/job/delivery/courier.ts';
import { newDelivery } from '../../../src/job/delivery/delivery.ts';
import { openOutbox } from '../../../src/job/delivery/outbox.ts';
import { createSlots } from '../../../src/job/delivery/slots.ts';

const NOW = '2026-02-01T12:00:00.000Z';
it('tries a message again later, not without end, if sending it fails here', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-courier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const outbox = openOutbox({ file: join(folder, '1.ndjson'), onError });
  const slots = createSlots(1);
  const courier = createCourier({
    ...{ outbox, slots, onError },
    events: null,
    clock: () => new Date(NOW),
    random: () => 0.5,
    receiver: {
      label: 'A webhook',
      deliver: () => Promise.reject(new Error('a fault of our own')),
    },
  });
  slots.onFree(courier.pump);
  const message = newDelivery(testMessage(1, NOW), NOW);
  outbox.save([message]);
  courier.pump();
  await courier.idle();
  expect(outbox.find(message.id)).toMatchObject({
    ...{ status: 'pending', attempts: 1, nextAttemptAt: '2026-02-01T12:00:05.000Z' },
    last: { status: null, error: 'unsent' },
  });
  expect(errors).toEqual([new Error('a fault of our own')]);
  courier.stop();
  outbox.close();
});

it('takes no more messages than may wait, and keeps those it has taken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-courier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const onError = (error: unknown): never => {
    throw error;
  };
  const file = join(folder, '1.ndjson');
  const outbox = openOutbox({ file, onError });
  const courier = createCourier({
    ...{ outbox, onError, events: null, clock: () => new Date(NOW), random: () => 0.5 },
    slots: { take: () => null },
    receiver: { label: 'A mail server', deliver: () => Promise.resolve(null) },
  });
  const message = testMessage(1, NOW);
  const taken = Array.from({ length: 1000 }, (_, n) => newDelivery({ ...message, id: `msg_${n}` }, NOW));
  outbox.save(taken.slice(1));
  await courier.enqueue({ ...message, id: 'msg_last' });
  await expect(courier.enqueue({ ...message, id: 'msg_more' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  courier.stop();
  outbox.close();
  const again = openOutbox({ file, onError });
  expect([again.pendingCount, again.find('msg_last')?.status, again.find('msg_more')]).toEqual([
    1000,
    'pending',
    undefined,
  ]);
  again.close();
});
